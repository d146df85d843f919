// How many there are of each kind, and the first of them: told a moment after the page, which can be read without.
const section = document.getElementById("linked");
const answer = await fetch(section.dataset.from);
const page = new DOMParser().parseFromString(await answer.text(), "text/html");
const found = page.getElementById("linked");
if (answer.ok && found) section.replaceWith(found);

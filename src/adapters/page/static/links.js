// What is told a moment after the page, which can be read without: how many links there are, and the first of them; the
// picture of a compound, or why there is none.
async function bring(part) {
  const answer = await fetch(part.dataset.from);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = page.getElementById(part.id);
  if (found) part.replaceWith(found);
}
for (const part of document.querySelectorAll("[data-from]")) bring(part);

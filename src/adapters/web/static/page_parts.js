// Fetches a part of another page of this site: the first of these ids that it has.
export async function fetchPart(address, ids, signal) {
  const answer = await fetch(address, { signal });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = ids.map((id) => page.getElementById(id)).find(Boolean);
  if (!found) throw new Error(`The server answered ${answer.status}.`);
  return found;
}

export function failed(error) {
  const told = document.createElement("p");
  told.className = "failure";
  told.textContent = `This could not be asked: ${error.message}`;
  return told;
}

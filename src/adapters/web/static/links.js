// What is told a moment after the page, which can be read without: how many links there are, and the first of them; the
// picture of a compound, or why there is none.
import { fetchPart, failed } from "./page_parts.js";

for (const part of document.querySelectorAll("[data-from]")) {
  fetchPart(part.dataset.from, [part.id]).then(
    (found) => part.replaceWith(found),
    (error) => part.append(failed(error)),
  );
}

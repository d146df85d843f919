// A table of results: a file is read into its box, its columns are offered, and of a large one only those in use are sent.
const MOST = 1_000_000;  // bytes of a form that servers take

function cells(line, separator) {
  const one = new RegExp(`${separator}(?:"(?:[^"]|"")*"|[^${separator}]*)`, "g");
  return (separator + line).match(one).map((cell) => cell.slice(1));
}

// Numbers with six digits: files have up to seventeen.
function short(cell) { return cell.length > 9 && Number.isFinite(Number(cell)) ? String(Number(Number(cell).toPrecision(6))) : cell; }

function bare(cell) { return cell.trim().replace(/^"(.*)"$/s, "$1").replaceAll('""', '"'); }

for (const file of document.querySelectorAll("input[data-into]")) {
  const box = document.getElementById(file.dataset.into);
  const { form } = box;
  const fields = [...form.querySelectorAll("[data-usual]")];
  const split = () => {
    const lines = box.value.split(/\r?\n/).filter(Boolean);
    const separator = ["\t", ";", ","].find((one) => lines[0]?.includes(one));
    return [lines, separator, separator ? cells(lines[0], separator).map(bare) : []];
  };
  const offer = () => {
    const [lines, , names] = split();
    const isTable = lines.length > 1 && names.length > 2;
    document.getElementById(`${box.id}-columns`).replaceChildren(...(isTable ? names : []).map((one) => new Option(one)));
    for (const field of fields) {
      const usual = field.dataset.usual.split(" ");
      const found = isTable ? names.filter((one) => usual.includes(one.trim().toLowerCase().replaceAll(" ", "_"))) : [];
      if (!field.value || !names.includes(field.value)) field.value = found.length === 1 ? found[0] : "";
    }
    const around = box.id === "given" && isTable ? fields[0].closest("details") : null;
    if (around) around.open = true;
  };
  file.addEventListener("change", async () => {
    const bytes = new Uint8Array(await file.files[0].arrayBuffer());
    const wide = { 0xfffe: "utf-16le", 0xfeff: "utf-16be" }[(bytes[0] << 8) | bytes[1]];
    box.value = new TextDecoder(wide ?? "utf-8").decode(bytes);
    file.removeAttribute("name");  // its text is sent
    offer();
  });
  box.addEventListener("paste", () => setTimeout(offer));
  form.addEventListener("submit", () => {
    if (new Blob([box.value]).size + box.value.split("\n").length < MOST) return;
    const [lines, separator, names] = split();
    const used = fields.flatMap((one) => one.value.split(",")).map((one) => names.indexOf(one.trim()));
    if (!names[0] && used[0] < 0) used[0] = 0;  // R's names of rows
    const kept = [...new Set(used)].filter((one) => one >= 0);
    if (kept.length) box.value = lines.map((line) => cells(line, separator))
      .map((row) => kept.map((one) => short(row[one])).join(separator)).join("\n");
  });
}

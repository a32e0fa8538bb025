import { make } from "./elements.ts";
import { rowsOf } from "./swap-board.ts";

/** Adds the search above the table; the returned function applies it again to rows that have been replaced. */
export function installSearch(page: Document, main: HTMLElement): () => void {
  const field = make(page, "input", {
    type: "search",
    placeholder: "Find a player",
    "aria-label": "Find a player",
    autocomplete: "off",
  });
  const search = make(page, "search", {}, field);
  const found = make(page, "p", { class: "found", role: "status" });
  const apply = () => {
    attach(main, search, found);
    const hasFocus = page.activeElement === field;
    const count = filterRows(main, field.value);
    found.textContent = field.value.trim() ? count : "";
    if (hasFocus) field.focus({ preventScroll: true });
  };
  field.addEventListener("input", apply);
  page.addEventListener("keydown", (event) => {
    const isTyping = (event.target as Element).closest("input, textarea, select, dialog") !== null;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
  return apply;
}

/** Where there are rows to search; a field that stays where it is keeps its focus. */
function attach(main: HTMLElement, search: HTMLElement, found: HTMLElement): void {
  const tools = main.querySelector(".tools");
  if (!tools || rowsOf(main).length === 0) {
    search.remove();
    found.remove();
  } else if (search.parentElement !== tools) {
    tools.prepend(search);
    tools.after(found);
  }
}

function filterRows(main: HTMLElement, text: string): string {
  const wanted = fold(text);
  const rows = rowsOf(main);
  main.querySelector("table")?.classList.toggle("filtered", wanted !== "");
  let count = 0;
  for (const row of rows) {
    row.hidden = !fold(row.querySelector(".name")?.textContent ?? "").includes(wanted);
    if (!row.hidden) count++;
  }
  return count === 0 ? `No player matches “${text.trim()}”.` : `${count} of ${rows.length} players`;
}

/** Finds "José" by "jose", and wide letters by narrow ones. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
}

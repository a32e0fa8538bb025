const partSelector = "[data-part]";

/** Puts what the server now says instead of what is shown, without moving the reader. */
export function swapBoard(shown: HTMLElement, next: HTMLElement): void {
  const page = shown.ownerDocument;
  const fresh = page.importNode(next, true);
  const ranks = ranksOf(shown);
  const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {};
  for (const name of shown.getAttributeNames()) if (name.startsWith("data-")) shown.removeAttribute(name);
  for (const { name, value } of fresh.attributes) shown.setAttribute(name, value);
  const pairs = pairParts(shown, fresh);
  if (pairs) for (const [old, part] of pairs) replacePart(old, part);
  else shown.replaceChildren(...fresh.childNodes);
  markMoved(shown, ranks);
  page.defaultView?.scrollTo(scrollX, scrollY);
}

/** The parts side by side; null when the page has got another shape. */
function pairParts(shown: HTMLElement, fresh: HTMLElement): [HTMLElement, HTMLElement][] | null {
  const [old, parts] = [shown, fresh].map((main) => [...main.querySelectorAll<HTMLElement>(partSelector)]);
  if (!old?.length || old.length !== parts?.length) return null;
  const pairs = old.map((part, index) => [part, parts[index] ?? part] as [HTMLElement, HTMLElement]);
  return pairs.every(([before, after]) => before.dataset.part === after.dataset.part) ? pairs : null;
}

/** What had the focus in the old part has it in the new one, and a frame stays where it was scrolled to. */
function replacePart(old: HTMLElement, part: HTMLElement): void {
  const focusable = "a, summary, [tabindex]";
  const focused = [...old.querySelectorAll(focusable)].indexOf(old.ownerDocument.activeElement ?? old);
  const scrolled = old.querySelector(".frame")?.scrollLeft ?? 0;
  old.replaceWith(part);
  part.querySelectorAll<HTMLElement>(focusable)[focused]?.focus({ preventScroll: true });
  const frame = part.querySelector(".frame");
  if (frame) frame.scrollLeft = scrolled;
}

function ranksOf(main: HTMLElement): Map<string, string> {
  return new Map(rowsOf(main).map((row) => [row.dataset.key ?? "", row.cells[0]?.textContent ?? ""]));
}

function markMoved(main: HTMLElement, ranks: Map<string, string>): void {
  if (ranks.size === 0) return;
  for (const row of rowsOf(main)) {
    row.classList.toggle("news", ranks.get(row.dataset.key ?? "") !== row.cells[0]?.textContent);
  }
}

export function rowsOf(main: HTMLElement): HTMLTableRowElement[] {
  return [...main.querySelectorAll<HTMLTableRowElement>("tr[data-key]")];
}

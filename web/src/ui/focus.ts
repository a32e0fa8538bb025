/** A ref for what should have the focus as soon as it appears. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/**
 * A ref for the chosen link of a navigation that may be wider than the screen: it comes to the middle.
 * Only the navigation scrolls: `scrollIntoView` would also move where the first Tab of the keyboard begins.
 */
export function bringIntoView(link: HTMLElement | null): void {
  const strip = link?.closest("nav");
  if (!link || !strip) return;
  const [outer, inner] = [strip.getBoundingClientRect(), link.getBoundingClientRect()];
  strip.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
}

/** What had the focus may be gone with what was just done; then the heading of its section gets it, or that of the page. */
export function restoreLostFocus(section: Element | null = document.querySelector("#main")): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const heading = section?.querySelector<HTMLElement>("h1, h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  });
}

/** What the keyboard can reach first inside of an element. */
export function firstControl(element: Element | null): HTMLElement | null {
  return element?.querySelector<HTMLElement>("a[href], button, input, select, textarea, [role=menuitem]") ?? null;
}

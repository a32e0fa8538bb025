/** What had the focus may be gone with what was just done; then the heading of its surroundings gets it. */
export function focusWhenLost(surroundings: Element | null | undefined): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const heading = surroundings?.querySelector<HTMLElement>("h1, h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  });
}

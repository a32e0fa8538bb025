/** A ref for what should have the focus as soon as it appears. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

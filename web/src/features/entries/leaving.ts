/** A page that is hidden or goes may never come back. Fields hear it first, and give what is typed to their sheet. */
export function onPageLeft(of: "field" | "sheet", leave: () => void): () => void {
  const isFirst = of === "field";
  const onVisibility = () => {
    if (document.hidden) leave();
  };
  window.addEventListener("visibilitychange", onVisibility, isFirst);
  window.addEventListener("pagehide", leave, isFirst);
  return () => {
    window.removeEventListener("visibilitychange", onVisibility, isFirst);
    window.removeEventListener("pagehide", leave, isFirst);
  };
}

/** Somebody who looks something up in another window, or whose line drops, comes back to what they were typing. */
export function isCutOff(focused: Element | null): boolean {
  return !document.hasFocus() || Boolean(focused?.closest('[role="alertdialog"]'));
}

/** Gives the page another address, as if it had been loaded from there. */
export function moveTo(url: string): void {
  (window as unknown as { happyDOM: { setURL(to: string): void } }).happyDOM.setURL(url);
}

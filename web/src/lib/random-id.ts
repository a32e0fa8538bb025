/** 128 random bits. `crypto.randomUUID` is missing where the page was not opened by https or on this machine. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Hands a file made here to the person, as if it had been downloaded. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

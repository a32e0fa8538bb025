import { vi } from "vitest";

/** Catches the files the page hands to its reader. */
export function catchFiles(): Blob[] {
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  return files;
}

/** What the caught files are called. */
export function namesOfFiles(): string[] {
  // oxlint-disable-next-line typescript/unbound-method -- it is a mock here
  const { contexts } = vi.mocked(HTMLAnchorElement.prototype.click).mock;
  return (contexts as HTMLAnchorElement[]).map(({ download }) => download);
}

/** Catches what the page copies. */
export function catchCopies(): string[] {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation((text) => {
    copied.push(text);
    return Promise.resolve();
  });
  return copied;
}

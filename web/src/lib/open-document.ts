/** Leaves the app for a page the server renders. The returned promise never ends: the document is about to be replaced. */
export type OpenDocument = (path: string) => Promise<never>;

export const openDocument: OpenDocument = (path) => {
  location.replace(path);
  return new Promise(() => undefined);
};

import { unlockHeader } from "@clanhall/contract/public-board-calls";

export interface BoardAnswer {
  status: number;
  title: string;
  /** The main part of the page, or null when what came is no board of ours. */
  main: HTMLElement | null;
}

/** Loads the page's own address anew, as nodes: nothing on the page may turn text into markup. */
export function loadBoard(address: string, unlockToken: string | null): Promise<BoardAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    if (unlockToken) request.setRequestHeader(unlockHeader, unlockToken);
    request.addEventListener("loadend", () => {
      const page = request.response as Document | null;
      resolve({
        status: request.status,
        title: page?.title ?? "",
        main: page?.querySelector<HTMLElement>("main[data-board]") ?? null,
      });
    });
    request.send();
  });
}

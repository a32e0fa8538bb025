import { boardCalls } from "@clanhall/contract/public-board-calls";
import { storedIdentity } from "../stored-identity.ts";
import { make } from "./elements.ts";
import { rowsOf } from "./swap-board.ts";

/** The key of the row that is the signed-in reader's own. Silent when it fails: the mark is a convenience. */
export async function findOwnKey(page: Window, token: string): Promise<string | null> {
  if (!page.document.documentElement.dataset.signedIn) return null;
  try {
    const path = boardCalls.ownRow.replace(":token", encodeURIComponent(token));
    const answer = await page.fetch(path, { headers: storedIdentity(page) });
    const { member_key } = (await answer.json()) as { member_key?: string | null };
    return member_key ?? null;
  } catch {
    return null;
  }
}

export function markOwnRow(main: HTMLElement, memberKey: string | null): void {
  if (!memberKey) return;
  const own = rowsOf(main).find(({ dataset }) => dataset.key && memberKey.startsWith(dataset.key));
  if (!own || own.classList.contains("own")) return;
  own.classList.add("own");
  own.querySelector(".player")?.append(make(main.ownerDocument, "span", { class: "you" }, "you"));
}

import { unlockHeader } from "@clanhall/contract/public-scoreboards";
import { noRobots } from "../../../http/pages.ts";

const kinds = { json: "application/json; charset=utf-8", page: "text/html; charset=utf-8" };

/** What stands in the head of a board's answer, beside what stands in every answer's. */
export function boardHeaders(kind: keyof typeof kinds, isPrivate: boolean): Record<string, string> {
  return {
    "content-type": kinds[kind],
    "cache-control": isPrivate ? "no-store" : "no-cache",
    "x-robots-tag": noRobots,
    vary: `accept-encoding, ${unlockHeader}`,
  };
}

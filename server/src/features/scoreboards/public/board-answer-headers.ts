import { unlockHeader } from "@clanhall/contract/public-scoreboards";
import { noRobots } from "../../../http/pages.ts";
import { dataPolicy } from "../../../http/security-headers.ts";

const kinds = {
  json: { "content-type": "application/json; charset=utf-8", "content-security-policy": dataPolicy },
  page: { "content-type": "text/html; charset=utf-8" },
};

/** What stands in the head of a board's answer, beside what stands in every answer's. */
export function boardHeaders(kind: keyof typeof kinds, isPrivate: boolean): Record<string, string> {
  return {
    ...kinds[kind],
    "cache-control": isPrivate ? "no-store" : "no-cache",
    "x-robots-tag": noRobots,
    vary: `accept-encoding, ${unlockHeader}`,
  };
}

import type { TokenScope } from "@clanhall/contract/permissions";
import { scopeMeanings, tokenDays } from "@clanhall/contract/tokens";

/** What each scope lets a program do, in short and in a sentence. */
export const scopeTexts: Record<TokenScope, [title: string, meaning: string]> = {
  "entries:write": ["Enter values", scopeMeanings["entries:write"]],
  "entries:read": ["Read values", scopeMeanings["entries:read"]],
  "scoreboards:read": ["Read scoreboards", scopeMeanings["scoreboards:read"]],
  "decisions:read": ["Read requests and attention", scopeMeanings["decisions:read"]],
};

export const lifetimes: Record<string, string> = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  [tokenDays.most]: `${tokenDays.most} days`,
  never: "No end",
};

/** How to enter a value from a program. */
export function toExample(clanId: string, origin: string): string {
  const cell = '{"member_id": "…", "activity_id": "…", "day": "2026-03-04", "value": 12}';
  return [
    "curl -X PUT",
    `${origin}/api/clans/${clanId}/entries`,
    '-H "Authorization: Bearer clh_…"',
    '-H "Content-Type: application/json"',
    `-d '{"entries": [${cell}]}'`,
  ].join(" \\\n  ");
}

import type { TokenScope } from "@clanhall/contract/permissions";

/** What each scope lets a program do, in short and in a sentence. */
export const scopeWords: Record<TokenScope, [title: string, meaning: string]> = {
  "entries:write": ["Enter values", "Writes and changes values, on the days a maintainer could."],
  "entries:read": ["Read values", "Reads days and history with everybody’s values."],
  "scoreboards:read": ["Read scoreboards", "Reads the clan’s boards and who stands where."],
};

export const lifetimes: Record<string, string> = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  "366": "366 days",
  never: "No end",
};

/** How to enter a value from a program. */
export function toExample(clanId: string, origin: string): string {
  const cell = '{"member_id": "…", "activity_id": "…", "day": "2026-03-04", "value": 12}';
  return [
    `curl -X PUT ${origin}/api/clans/${clanId}/entries`,
    '-H "Authorization: Bearer clh_…"',
    '-H "Content-Type: application/json"',
    `-d '{"entries": [${cell}]}'`,
  ].join(" \\\n  ");
}

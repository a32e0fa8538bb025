import { getDay } from "@clanhall/contract/days";
import type { Endpoint } from "@clanhall/contract/endpoint";
import { putEntries } from "@clanhall/contract/entries";
import { exportEntriesCsv } from "@clanhall/contract/entry-history";
import { getStandings } from "@clanhall/contract/standings";
import { answers, night } from "./example-answers.ts";

export interface BotExample {
  title: string;
  why: string;
  endpoint: Endpoint;
  params: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  status: number;
  answer: unknown;
}

const ofClan = { clanId: night.clan };
const raids = (member_id: string, value: number) => ({ member_id, activity_id: night.raids, day: night.day, value });

/** Each is true when they are made one after the other. */
export const botExamples: BotExample[] = [
  {
    title: "Read a day",
    why: "Who is there, what is asked of them, and what was entered. The ids of players and activities are in here.",
    endpoint: getDay,
    params: { ...ofClan, day: night.day },
    status: 200,
    answer: answers.day,
  },
  {
    title: "Enter what two players did yesterday",
    why: "All cells are saved or, when one of them is not valid, none.",
    endpoint: putEntries,
    params: ofClan,
    body: { entries: [raids(night.kara, 12), raids(night.tom, 7)] },
    status: 200,
    answer: answers.saved,
  },
  {
    title: "Meet a conflict",
    why: "With base_version, a cell that somebody changed since you read it (0 for an empty one) is left alone and comes back under conflicts, with what stands there. The other cells are saved.",
    endpoint: putEntries,
    params: ofClan,
    body: { entries: [{ ...raids(night.kara, 15), base_version: 0 }] },
    status: 200,
    answer: answers.conflict,
  },
  {
    title: "Meet a locked day",
    why: "Days lock when the clan’s late window is over. Where the owner lets maintainers edit locked days, say why with a reason beside the entries.",
    endpoint: putEntries,
    params: ofClan,
    body: { entries: [{ ...raids(night.kara, 15), day: night.lockedDay }] },
    status: 423,
    answer: answers.locked,
  },
  {
    title: "Read entries as CSV",
    why: "Of a range of at most 366 days; the same call ending in .json answers with JSON.",
    endpoint: exportEntriesCsv,
    params: ofClan,
    query: { from: night.day, to: night.day },
    status: 200,
    answer: answers.csv,
  },
  {
    title: "Read the standings",
    why: "GET /api/clans/:clanId/scoreboards lists the boards with their ids.",
    endpoint: getStandings,
    params: { scoreboardId: night.board },
    status: 200,
    answer: answers.standings,
  },
];

export function toCurl({ endpoint, params, query, body }: BotExample, origin: string): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? "");
  const search = query ? `?${new URLSearchParams(query).toString()}` : "";
  const lines = [
    `curl ${endpoint.method === "GET" ? "" : `-X ${endpoint.method} `}"${origin}${path}${search}"`,
    '-H "Authorization: Bearer clh_…"',
  ];
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2)}'`);
  return lines.join(" \\\n  ");
}

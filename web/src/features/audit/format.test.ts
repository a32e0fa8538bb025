import type { AuditRow } from "@clanhall/contract/audit";
import { expect, test } from "vitest";
import { actorText, auditGroups, foldJobs, sentenceOf, toFieldChanges } from "./format.ts";

const row: AuditRow = {
  id: "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb",
  at: "2026-01-01T10:00:00.000Z",
  action: "scoreboard.share",
  actor: "Juno",
  actor_kind: "member",
  target_type: "scoreboard",
  target_id: "b1",
  target: "Wolves of the week",
  before: null,
  after: null,
  source: "ui",
  reason: null,
  request_id: null,
};

test.each<[Partial<AuditRow>, string]>([
  [{ after: { expires_at: null } }, "Juno shared Wolves of the week, link without end."],
  [{ after: { expires_at: "2026-11-30T12:00:00.000Z" } }, "Juno shared Wolves of the week, link until 30 Nov."],
  [{ action: "member.rename", before: { name: "Bram" }, after: { name: "Bo" } }, "Juno renamed Bram to Bo."],
  [{ action: "member.role", target: "Bram", after: { role: "maintainer" } }, "Juno made Bram a maintainer."],
  [{ action: "member.import", after: { added: 1 }, target: null, source: "import" }, "Juno imported 1 player."],
  [{ action: "member.add", target: "Bram", source: "import" }, "Juno added Bram, imported."],
  [{ action: "member.add", target: "{target} $& x", source: "api" }, "Juno added {target} $& x, through the API."],
  [{ action: "member.restore", target: "Bram" }, "Juno restored Bram."],
  [{ action: "activity.rescore", target: "Raids" }, "Juno re-scored Raids."],
  [{ action: "day.reopen", target_type: "day", target: "2026-01-02" }, "Juno reopened 2 Jan."],
  [{ action: "scoreboard.end", target: "Since 2026-01-02" }, "Juno ended Since 2026-01-02."],
  [{ action: "clan.unarchive", target: null }, "Juno reopened the clan."],
  [{ action: "clan.transfer_offer", target: "Bram" }, "Juno offered to transfer the clan to Bram."],
  [{ action: "clan.transfer" }, "Juno accepted the transfer of the clan."],
  [{ action: "clan.transfer_cancel" }, "Juno cancelled the transfer of the clan."],
  [{ action: "clan.transfer_decline" }, "Juno declined the transfer of the clan."],
  [{ action: "clan.recover", target: "Bram" }, "Juno transferred the clan to Bram as an app admin."],
  [{ action: "scoreboard.freeze_period" }, "Juno saved the result of Wolves of the week."],
  [{ action: "bulletin.frame_it", target: "Raid" }, "Juno did “frame it” to the bulletin Raid."],
  [{ action: "guild.found", target: null }, "Juno did “found” to the guild something."],
])("U15: %j reads as %s", (facts, sentence) => {
  const shown = sentenceOf({ ...row, ...facts });
  expect(shown.replace(/ 20\d\d\./, ".")).toBe(sentence);
});

test("U15: what a job did again and again within an hour is one row, and what people did is not", () => {
  const job = { ...row, action: "scoreboard.freeze_period", actor: null, actor_kind: "system" as const };
  const at = (minutes: number, id: string) => ({
    id,
    at: new Date(Date.parse(row.at) - minutes * 60_000).toISOString(),
  });
  const rows = [
    { ...job, ...at(0, "1") },
    { ...row, ...at(1, "2") },
    { ...job, ...at(2, "3") },
    { ...row, ...at(3, "4") },
    { ...job, ...at(4, "5"), target: "Another", target_id: "b2" },
    { ...job, ...at(70, "6") },
  ];
  const folded = foldJobs(rows);
  expect(folded.map(({ rows: all }) => all.map(({ id }) => id))).toEqual([["1", "3"], ["2"], ["4"], ["5"], ["6"]]);
  expect(sentenceOf(job, 18)).toBe("Clanhall kept 18 results of Wolves of the week.");
});

test.each([
  ["Kara", "member", "Kara"],
  [null, "system", "Clanhall"],
  [null, "former_member", "Former member"],
] as const)("what %s, %s, did is signed %s", (actor, actor_kind, text) => {
  expect(actorText({ actor, actor_kind })).toBe(text);
});

test("imports of entries, days, tokens and webhooks can be filtered for like everything else", () => {
  expect(auditGroups).toMatchObject({
    entry: "Value",
    entries: "Import of values",
    day: "Day",
    token: "API token",
    webhook: "Discord webhook",
    join_link: "Join link",
    join_request: "Join request",
    layout: "Screenshot layout",
  });
});

test.each([
  ["members_away", "at_once", "approval", "Officers approve time away: no → yes"],
  ["maintainers_approve_joins", true, false, "Maintainers let people in: yes → no"],
  ["members_see_values", true, false, "Members see each other’s values: yes → no"],
  ["game_name", null, "Owl Wars", "Game: nothing → Owl Wars"],
])("a change of the clan's %s reads as in its form", (field, before, after, text) => {
  const [change] = toFieldChanges({ action: "clan.update", before: { [field]: before }, after: { [field]: after } });
  expect(`${change?.label}: ${change?.before ?? "nothing"} → ${change?.after}`).toBe(text);
});

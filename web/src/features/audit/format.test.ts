import { expect, test } from "vitest";
import { actionText, actorText, auditGroups } from "./format.ts";

test.each([
  ["activity.rescore", "Activity re-scored"],
  ["entry.write_locked", "Entries of a locked day changed"],
  ["entries.import_undo", "Import of entries undone"],
  ["day.reopen", "Day reopened"],
  ["token.create", "API token created"],
  ["webhook.disable", "Discord webhook turned off after errors"],
  ["scoreboard.post", "Scoreboard posted to Discord"],
  ["clan.recover", "Clan handed over by an app admin"],
  ["bulletin.pin_first", "Bulletin: pin first"],
  ["guild.found", "guild: found"],
])("%s reads as %s", (action, texts) => {
  expect(actionText(action)).toBe(texts);
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
    entry: "Entry",
    entries: "Import of entries",
    day: "Day",
    token: "API token",
    webhook: "Discord webhook",
  });
});

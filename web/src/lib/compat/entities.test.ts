import { describe, expect, test } from "vitest";
import {
  readAppAdmins,
  readBulletins,
  readClans,
  readInvites,
  readScoreboards,
  toBulletin,
  toClan,
  toClanRole,
  toInvite,
  toMember,
  toScoreboard,
} from "./entities.ts";

test.each([
  ["owner", "owner"],
  ["maintainer", "maintainer"],
  ["member", "member"],
  ["admin", "maintainer"],
  ["leader", "maintainer"],
  ["officer", "maintainer"],
  ["Leader", "maintainer"],
  ["guest", "member"],
  [undefined, "member"],
])("the server's role %s is %s here", (role, expected) => {
  expect(toClanRole(role)).toBe(expected);
});

test("a clan is the same in either spelling", () => {
  const clan = {
    id: "c1",
    name: "Night Owls",
    description: "We raid",
    created_at: "2026-01-01",
    created_by: "u1",
    role: "owner",
    member_id: "m1",
    clan_id: "c1",
  };
  expect(toClan(clan)).toMatchObject(clan);
  expect(toClan(camel(clan))).toMatchObject(clan);
});

test("what another server does not tell of a clan is as plain as can be", () => {
  const { today, day_rules, toggles, ...card } = toClan({ id: 7, name: "Night Owls" });
  expect(card).toMatchObject({ id: "7", clan_id: "7", role: "member", archived_at: null, members: { active: 0 } });
  expect(Date.parse(today.ends_at)).toBeGreaterThan(Date.now());
  expect([day_rules.length, toggles.maintainers_invite]).toEqual([1, false]);
});

test("a membership row that only names its clan_id is still a clan", () => {
  expect(toClan({ clan_id: "c1", name: "Night Owls", role: "officer" })).toMatchObject({
    id: "c1",
    role: "maintainer",
  });
});

test("a member is the same in either spelling, and an empty one gets the defaults", () => {
  const member = {
    id: "m1",
    clan_id: "c1",
    name: "Kara",
    status: "inactive",
    role: "member",
    user_id: "u1",
    created_at: "2026-01-01",
    joined_at: "2026-01-02",
    updated_at: "2026-01-03",
  };
  expect(toMember(member)).toMatchObject(member);
  expect(toMember(camel(member))).toMatchObject(member);
  expect(toMember({ id: "m1" })).toMatchObject({ name: "Unknown", status: "active", user_id: null });
  expect(toMember({ id: "m1", clan: { id: "c1", name: "Owls" } })).toMatchObject({
    clan_id: "c1",
    clan: { name: "Owls" },
  });
  expect(toMember({ id: "m1", status: "left" }).status).toBe("inactive");
});

describe("a bulletin", () => {
  test.each(["content", "message", "body"])("has its text from %s", (field) => {
    expect(toBulletin({ id: "b1", [field]: "<p>Raid</p>" }).content).toBe("<p>Raid</p>");
  });

  test("is dated by posted_at before created_at and signed by created_by_user_id", () => {
    const answer = { postedAt: "2026-02-02", created_at: "2026-01-01", createdByUserId: "u1", contentFormat: "html" };
    expect(toBulletin(answer)).toMatchObject({
      posted_at: "2026-02-02",
      created_by_user_id: "u1",
      content_format: "html",
      title: "Untitled",
      expires_at: null,
    });
    expect(toBulletin({ created_at: "2026-01-01", createdBy: "u2" })).toMatchObject({
      posted_at: null,
      created_at: "2026-01-01",
      created_by_user_id: "u2",
    });
  });

  test("of a cross-clan list tells its clan and the reader's role there", () => {
    const reported = { clan_name: "Night Owls", clan_role: "leader" };
    expect(toBulletin(reported)).toMatchObject({ clan_name: "Night Owls", clan_role: "maintainer" });
    expect(toBulletin({})).toMatchObject({ clan_name: "", clan_role: "member", is_seen: true, state: "live" });
    expect(toBulletin({ expires_at: "2026-01-01" }).state).toBe("expired");
  });
});

describe("a scoreboard", () => {
  test.each([
    [{ clan_id: "c1" }, { clan_id: "c1" }],
    [{ clanId: "c1" }, { clan_id: "c1" }],
    [{ clan: { id: "c1", name: "Owls" } }, { clan_id: "c1", clan_name: "Owls" }],
    [{ clanName: "Owls" }, { clan_name: "Owls" }],
    [{ name: "Race" }, { title: "Race" }],
    [{ title: "Race" }, { title: "Race" }],
    [{}, { title: "Untitled", is_active: true, share_token: null }],
    [{ isActive: false }, { is_active: false }],
    [{ shareToken: "s" }, { share_token: "s" }],
    [{ config: { share_token: "s" } }, { share_token: "s" }],
    [{ config: { shareCode: "s" } }, { share_token: "s" }],
    [{ config: { share: "s" } }, { share_token: "s" }],
  ])("%j reads as %j", (answer, expected) => {
    expect(toScoreboard(answer)).toMatchObject(expected);
  });
});

test("an invite is the same in either spelling, with its member and clan inside", () => {
  const invite = {
    id: "i1",
    clan_id: "c1",
    clan_member_id: "m1",
    invite_token: "t",
    verification_code: "123456",
    is_processed: true,
    processed_at: "2026-01-02",
    processed_by_user_id: "u2",
    cancelled_at: "2026-01-03",
    expires_at: "2026-01-08",
    created_at: "2026-01-01",
    created_by: "u1",
    updated_at: "2026-01-02",
    clan_member: { id: "m1", name: "Kara", tint: 3, clan: { id: "c1", name: "Owls" } },
  };
  expect(toInvite(invite)).toEqual(invite);
  expect(toInvite(camel(invite))).toMatchObject(invite);
});

test("an invite knows its clan through its member, and a nameless member is Unknown", () => {
  const invite = toInvite({ id: "i1", clan_member: { id: "m1", clan: { id: "c1" } } });
  expect(invite).toMatchObject({ clan_id: "c1", clan_member_id: "m1", clan_member: { name: "Unknown" } });
  expect(toInvite({ id: "i1" })).toMatchObject({ clan_id: "", clan_member: { name: "", clan: { name: "" } } });
});

const one = [{ id: "x" }];
test.each([
  ["clans", readClans, [one, { clans: one }, { data: one }, { items: one }, { data: { clans: one } }]],
  ["bulletins", readBulletins, [one, { bulletins: one }, { items: one }, { data: one }]],
  [
    "scoreboards",
    readScoreboards,
    [one, { scoreboards: one }, { data: { scoreboards: one } }, { data: one }, { items: one }],
  ],
  ["invites", readInvites, [one, { invites: one }, { items: one }, { data: one }, { rows: one }]],
])("%s are found in every wrapper", (_, read, answers) => {
  for (const answer of answers) expect(read(answer)).toMatchObject(one);
});

test("app admins are found in every wrapper and spelling", () => {
  const expected = [{ userId: "u1", note: "Founder" }];
  for (const admins of [[{ userId: "u1", note: "Founder" }], [{ user_id: "u1", note: "Founder" }]]) {
    for (const answer of [admins, { admins }, { items: admins }]) expect(readAppAdmins(answer)).toMatchObject(expected);
  }
});

/** The same record as a server with camelCase fields would send it. */
function camel(value: unknown): Record<string, unknown> {
  const entries = Object.entries(value as object).map(([key, inner]) => [
    key.replace(/_(\w)/g, (_, character: string) => character.toUpperCase()),
    typeof inner === "object" && inner !== null ? camel(inner) : inner,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

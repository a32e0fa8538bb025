import { listAppAdmins } from "@clanhall/contract/admin";
import { listBulletins, listMyBulletins } from "@clanhall/contract/bulletins";
import { getClan, isClanAdmin, listMyClans } from "@clanhall/contract/clans";
import {
  cancelInvite,
  createInvite,
  getInvite,
  linkInvite,
  listClanInvitesRaw,
  listMyInvites,
  processInvite,
  validateInvite,
} from "@clanhall/contract/invites";
import { listInviteStatuses, listMembers, listMyLinkedMembers, searchMembers } from "@clanhall/contract/members";
import { listScoreboards } from "@clanhall/contract/scoreboards";
import { describe, expect, test } from "vitest";
import { bram, nightOwls, toCard } from "../../testing/fake-clans.ts";
import { realServer } from "../../testing/real-server.ts";
import { call } from "../api-client.ts";

const ofClan = { params: { clanId: "c1" } };
const ofToken = { params: { invite: "t" } };
const withCode = { ...ofToken, body: { verificationCode: "123456" } };

describe("our own server's answers", () => {
  test("stay what they are", async () => {
    const roster = { members: [bram], next_cursor: null, counts: { "group:Raid": 1 } };
    const card = toCard(nightOwls);
    await realServer({
      "GET /api/clans/my": { body: [card] },
      "GET /api/clans/c1": { body: nightOwls },
      "GET /api/clans/c1/members": { body: roster },
    });
    expect(await call(listMyClans, {})).toMatchObject([card]);
    expect(await call(getClan, ofClan)).toEqual({ ...nightOwls, today: expect.anything() as object });
    expect(await call(listMembers, ofClan)).toEqual(roster);
  });
});

describe("clans", () => {
  const clan = { id: "c1", name: "Night Owls", role: "leader" };

  test("come with the user's role in each", async () => {
    await realServer({ "GET /api/clans/my": { body: { clans: [clan] } } });
    expect(await call(listMyClans, {})).toMatchObject([{ id: "c1", role: "maintainer" }]);
  });

  test.each([[clan], [{ clan }], [{ data: clan }]])("one clan is read from %j", async (body) => {
    await realServer({ "GET /api/clans/c1": { body } });
    expect(await call(getClan, ofClan)).toMatchObject({ id: "c1", name: "Night Owls" });
  });

  test.each([
    [{ isAdmin: true }, true],
    [{ is_admin: true }, true],
    [{ data: { isAdmin: true } }, true],
    [{ isAdmin: false }, false],
    [{}, false],
  ])("the clan's admin answer %j means %s", async (body, isAdmin) => {
    await realServer({ "GET /api/clans/c1/is-admin": { body } });
    expect(await call(isClanAdmin, ofClan)).toEqual({ isAdmin });
  });
});

describe("members", () => {
  const kara = { id: "m1", name: "Kara", userId: "u1" };
  const path = "GET /api/clans/c1/members";

  test.each([
    [[kara]],
    [{ members: [kara] }],
    [{ data: [kara] }],
    [{ data: { members: [kara] } }],
    [{ clans: [kara] }],
    [{ items: [kara] }],
  ])("are read from %j", async (body) => {
    await realServer({ [path]: { body } });
    const { members } = await call(listMembers, ofClan);
    expect(members).toMatchObject([{ id: "m1", clan_id: "c1", user_id: "u1", invite: { state: "none" } }]);
  });

  test("without a user are asked for as such", async () => {
    const server = await realServer({ [`${path}?unlinked=true`]: { body: [] } });
    expect((await call(listMembers, { ...ofClan, query: { unlinked: "true" } })).members).toEqual([]);
    expect(server.calls()).toHaveLength(1);
  });

  test("whose row says nothing of an invite have one where the server says so elsewhere", async () => {
    const statuses = `${path}/invite-status?shape=map`;
    await realServer({ [path]: { body: [kara] }, [statuses]: { body: { m1: { hasOpenInvite: true } } } });
    expect((await call(listMembers, ofClan)).members).toMatchObject([{ invite: { state: "open" } }]);
    await realServer({ [path]: { body: [kara] }, [statuses]: { status: 403 } });
    expect((await call(listMembers, ofClan)).members).toMatchObject([{ invite: { state: "none" } }]);
    await realServer({ [path]: { body: [kara] }, [statuses]: { status: 500 } });
    await expect(call(listMembers, ofClan)).rejects.toMatchObject({ status: 500 });
  });

  test("of the user are listed over all clans", async () => {
    await realServer({ "GET /api/clan-members/my-linked": { body: { data: [kara] } } });
    expect(await call(listMyLinkedMembers, {})).toMatchObject([{ name: "Kara" }]);
  });

  test("are not searched for without words", async () => {
    const server = await realServer({});
    expect(await call(searchMembers, { query: { q: "  " } })).toEqual([]);
    expect(server.calls()).toEqual([]);
  });

  test("are found by a search, are none on a server without search, and an error when the server fails", async () => {
    const search = "GET /api/clan-members/search?q=ka";
    await realServer({ [search]: { body: { items: [kara] } } });
    expect(await call(searchMembers, { query: { q: "ka" } })).toMatchObject([{ name: "Kara" }]);
    await realServer({});
    expect(await call(searchMembers, { query: { q: "ka" } })).toEqual([]);
    await realServer({ [search]: { status: 500 } });
    await expect(call(searchMembers, { query: { q: "ka" } })).rejects.toMatchObject({ status: 500 });
  });
});

test("the app admins are listed", async () => {
  await realServer({ "GET /api/app-admins": { body: { admins: [{ userId: "u1", note: "Founder" }] } } });
  expect(await call(listAppAdmins, {})).toMatchObject({ admins: [{ userId: "u1", note: "Founder" }] });
});

describe("bulletins", () => {
  const bulletin = { id: "b1", title: "Raid at eight", body: "<p>Bring healers</p>" };
  const expected = [{ id: "b1", content: "<p>Bring healers</p>" }];

  test("without a clan are none, and nobody is asked", async () => {
    const server = await realServer({});
    expect((await call(listBulletins, { params: { clanId: "" } })).items).toEqual([]);
    expect(server.calls()).toEqual([]);
  });

  test("of a clan are read, all or the newest few", async () => {
    await realServer({
      "GET /api/clans/c1/bulletins": { body: [bulletin] },
      "GET /api/clans/c1/bulletins?limit=3": { body: { bulletins: [bulletin] } },
    });
    expect(await call(listBulletins, ofClan)).toMatchObject({
      items: expected,
      counts: { live: 1 },
      next_cursor: null,
    });
    expect((await call(listBulletins, { ...ofClan, query: { limit: 3 } })).items).toMatchObject(expected);
  });

  test("across clans name their clan", async () => {
    await realServer({ "GET /api/bulletins?limitPerClan=5": { body: { items: [{ ...bulletin, clanName: "Owls" }] } } });
    const { items } = await call(listMyBulletins, { query: { limitPerClan: 5 } });
    expect(items).toMatchObject([{ id: "b1", clan_name: "Owls" }]);
  });
});

describe("active scoreboards", () => {
  const board = { id: "s1", name: "Race" };
  const first = "GET /api/scoreboards?is_active=true";
  const list = () => call(listScoreboards, { query: { is_active: "true" } });

  test.each([
    [[board]],
    [{ scoreboards: [board] }],
    [{ data: { scoreboards: [board] } }],
    [{ data: [board] }],
    [{ items: [board] }],
  ])("are read from %j", async (body) => {
    const server = await realServer({ [first]: { body } });
    expect(await list()).toMatchObject([{ id: "s1", title: "Race" }]);
    expect(server.calls()).toEqual([first]);
  });

  test.each([404, 405, 500])("are asked for on the next path after %i, then on the last", async (status) => {
    const server = await realServer({
      [first]: { status },
      "GET /api/scoreboards/active": { status },
      "GET /api/scoreboards": { body: [board, { id: "s2", isActive: false }] },
    });
    expect(await list()).toMatchObject([{ id: "s1" }]);
    expect(server.calls()).toEqual([first, "GET /api/scoreboards/active", "GET /api/scoreboards"]);
  });

  test("come from the second path where it exists", async () => {
    const server = await realServer({ "GET /api/scoreboards/active": { body: { items: [board] } } });
    expect(await list()).toMatchObject([{ id: "s1" }]);
    expect(server.calls()).toHaveLength(2);
  });

  test("are not asked for on other paths of a server that is away", async () => {
    const server = await realServer({ [first]: { status: 503 } });
    await expect(list()).rejects.toMatchObject({ status: 503 });
    expect(server.calls()).toEqual([first]);
  });

  test("are an error on a server that fails on every path", async () => {
    await realServer({});
    await expect(list()).rejects.toMatchObject({ status: 404 });
  });
});

const mine = { id: "i1", clan_id: "c1" };
const elsewhere = { id: "i2", clanMember: { id: "m2", clan: { id: "c2" } } };
const broken = { status: 500, body: { message: "Oops" } };

describe("a user's invites", () => {
  test("come from the first path", async () => {
    const server = await realServer({ "GET /api/invites": { body: { invites: [mine] } } });
    expect((await call(listMyInvites, {})).invites).toMatchObject([mine]);
    expect(server.calls()).toEqual(["GET /api/invites"]);
  });

  test("come from the second path on a server without the first", async () => {
    await realServer({ "GET /api/invites/my": { body: { rows: [mine] } } });
    expect((await call(listMyInvites, {})).invites).toMatchObject([mine]);
  });

  test("are none on a server without either", async () => {
    await realServer({});
    expect((await call(listMyInvites, {})).invites).toEqual([]);
  });

  test("are an error when the server is broken", async () => {
    await realServer({ "GET /api/invites": broken });
    await expect(call(listMyInvites, {})).rejects.toMatchObject({ status: 500 });
  });
});

describe("a clan's invites", () => {
  test("come raw where the server has them", async () => {
    const server = await realServer({ "GET /api/clans/c1/invites-raw": { body: [mine] } });
    expect(await call(listClanInvitesRaw, ofClan)).toMatchObject([mine]);
    expect(server.calls()).toHaveLength(1);
  });

  test("come from the plain path next", async () => {
    await realServer({ "GET /api/clans/c1/invites": { body: { data: [mine] } } });
    expect(await call(listClanInvitesRaw, ofClan)).toMatchObject([mine]);
  });

  test("are picked from the user's own at last", async () => {
    await realServer({ "GET /api/invites/my": { body: { items: [mine, elsewhere] } } });
    expect(await call(listClanInvitesRaw, { params: { clanId: "c2" } })).toMatchObject([{ id: "i2" }]);
  });

  test("are an error when the user may not see them", async () => {
    await realServer({ "GET /api/clans/c1/invites-raw": { status: 403, body: { error: "forbidden" } } });
    await expect(call(listClanInvitesRaw, ofClan)).rejects.toMatchObject({ code: "HTTP_403" });
  });
});

describe("an invite", () => {
  test("is read from the answer to its making", async () => {
    const server = await realServer({ "POST /api/invites": { body: { invite: { id: "i1", inviteToken: "t" } } } });
    const body = { clanMemberId: "m1", expiresInHours: 168 };
    expect(await call(createInvite, { body })).toMatchObject({ id: "i1", invite_token: "t" });
    expect(server.heard.map((heard) => JSON.parse(heard.body) as unknown)).toEqual([body]);
  });

  test("is read by its token", async () => {
    await realServer({ "GET /api/invites/t%2F1": { body: { id: "i1", is_processed: false } } });
    expect(await call(getInvite, { params: { invite: "t/1" } })).toMatchObject({ state: "open", is_processed: false });
  });

  test.each([
    [{ is_processed: true }, "used"],
    [{ cancelledAt: "2026-01-01" }, "cancelled"],
    [{ expiresAt: "2026-01-01" }, "expired"],
    [{ state: "cancelled" }, "cancelled"],
    [{}, "open"],
  ])("that is %j is %s", async (invite, state) => {
    await realServer({ "GET /api/invites/t": { body: { invite } } });
    expect(await call(getInvite, ofToken)).toMatchObject({ state, locked_for: null });
  });

  test("is processed by a visitor without saying who they are, then linked by a user", async () => {
    const server = await realServer({
      "POST /api/invites/t/process": { body: { inviteSessionToken: "s" } },
      "POST /api/invites/t/link": { body: {} },
    });
    localStorage.setItem("auth_token", "token-1");
    expect(await call(processInvite, withCode, { anonymous: true })).toMatchObject({ invite_session_token: "s" });
    await call(linkInvite, { ...ofToken, body: { inviteSessionToken: "s" } });
    const [process, link] = server.heard;
    expect(process?.headers).not.toHaveProperty("authorization");
    expect(process?.body).toBe('{"verificationCode":"123456"}');
    expect(link?.headers).toHaveProperty("authorization");
    expect(link?.body).toBe('{"inviteSessionToken":"s"}');
  });

  test("is cancelled by DELETE, or by PUT where DELETE is missing", async () => {
    const modern = await realServer({ "DELETE /api/invites/i1": { status: 204 } });
    await call(cancelInvite, { params: { invite: "i1" } });
    expect(modern.calls()).toEqual(["DELETE /api/invites/i1"]);
    for (const status of [404, 405]) {
      const old = await realServer({
        "DELETE /api/invites/i1": { status },
        "PUT /api/invites/i1/cancel": { body: {} },
      });
      await call(cancelInvite, { params: { invite: "i1" } });
      expect(old.calls()).toEqual(["DELETE /api/invites/i1", "PUT /api/invites/i1/cancel"]);
    }
    await realServer({ "DELETE /api/invites/i1": { status: 403 } });
    await expect(call(cancelInvite, { params: { invite: "i1" } })).rejects.toMatchObject({ status: 403 });
  });
});

describe("a verification code", () => {
  test.each([
    [{ body: { valid: true } }, true],
    [{ body: { valid: false } }, false],
    [{ body: { data: { valid: true } } }, true],
    [{ body: {} }, false],
    [{ status: 404, body: {} }, true],
  ])("answered with %j is valid: %s", async (answer, expected) => {
    await realServer({ "POST /api/invites/t/validate": answer });
    expect(await call(validateInvite, withCode)).toEqual({ valid: expected });
  });

  test("that cannot be judged is an error, not a yes", async () => {
    await realServer({ "POST /api/invites/t/validate": { status: 423, body: { error: "locked" } } });
    await expect(call(validateInvite, withCode)).rejects.toMatchObject({ status: 423 });
  });
});

describe("members' invite statuses", () => {
  const path = "GET /api/clans/c1/members/invite-status?shape=map";
  const expected = { m1: { member_id: "m1", has_linked_user: true, has_open_invite: false } };
  const statuses = () => call(listInviteStatuses, { ...ofClan, query: { shape: "map" } });
  const row = { has_linked_user: true, has_open_invite: false };
  const camelRow = { memberId: "m1", hasLinkedUser: true, hasOpenInvite: false };

  test.each([
    [{ m1: row }],
    [{ data: { m1: row } }],
    [{ statuses: { m1: row } }],
    [[camelRow]],
    [{ data: [camelRow] }],
  ])("are read from %j", async (body) => {
    await realServer({ [path]: { body } });
    expect(await statuses()).toEqual(expected);
  });

  test("are none on a server without them, and an error when it is broken", async () => {
    await realServer({});
    expect(await statuses()).toEqual({});
    await realServer({ [path]: broken });
    await expect(statuses()).rejects.toMatchObject({ status: 500 });
  });
});

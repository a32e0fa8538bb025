import { describe, expect, test } from "vitest";
import { realServer } from "../../testing/real-server.ts";
import {
  cancelInvite,
  createInvite,
  getInvite,
  isCodeValid,
  linkInvite,
  listInvitesOfClan,
  listInviteStatuses,
  listMyInvites,
  processInvite,
} from "./invites.api.ts";

const mine = { id: "i1", clan_id: "c1" };
const elsewhere = { id: "i2", clanMember: { id: "m2", clan: { id: "c2" } } };
const broken = { status: 500, body: { message: "Oops" } };

describe("a user's invites", () => {
  test("come from the first path", async () => {
    const server = await realServer({ "GET /api/invites": { body: { invites: [mine] } } });
    expect(await listMyInvites()).toMatchObject([mine]);
    expect(server.calls()).toEqual(["GET /api/invites"]);
  });

  test("come from the second path on a server without the first", async () => {
    await realServer({ "GET /api/invites/my": { body: { rows: [mine] } } });
    expect(await listMyInvites()).toMatchObject([mine]);
  });

  test("are none on a server without either", async () => {
    await realServer({});
    expect(await listMyInvites()).toEqual([]);
  });

  test("are an error when the server is broken", async () => {
    await realServer({ "GET /api/invites": broken });
    await expect(listMyInvites()).rejects.toMatchObject({ status: 500 });
  });
});

describe("a clan's invites", () => {
  test("come raw where the server has them", async () => {
    const server = await realServer({ "GET /api/clans/c1/invites-raw": { body: [mine] } });
    expect(await listInvitesOfClan("c1")).toMatchObject([mine]);
    expect(server.calls()).toHaveLength(1);
  });

  test("come from the plain path next", async () => {
    await realServer({ "GET /api/clans/c1/invites": { body: { data: [mine] } } });
    expect(await listInvitesOfClan("c1")).toMatchObject([mine]);
  });

  test("are picked from the user's own at last", async () => {
    await realServer({ "GET /api/invites/my": { body: { items: [mine, elsewhere] } } });
    expect(await listInvitesOfClan("c2")).toMatchObject([{ id: "i2" }]);
  });

  test("are an error when the user may not see them", async () => {
    await realServer({ "GET /api/clans/c1/invites-raw": { status: 403, body: { error: "forbidden" } } });
    await expect(listInvitesOfClan("c1")).rejects.toMatchObject({ code: "HTTP_403" });
  });
});

describe("an invite", () => {
  test("lives 168 hours unless its owner says otherwise", async () => {
    const server = await realServer({ "POST /api/invites": { body: { invite: { id: "i1", inviteToken: "t" } } } });
    expect(await createInvite("m1")).toMatchObject({ id: "i1", invite_token: "t" });
    await createInvite("m1", 24);
    expect(server.heard.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { clanMemberId: "m1", expiresInHours: 168 },
      { clanMemberId: "m1", expiresInHours: 24 },
    ]);
  });

  test("is read by its token", async () => {
    await realServer({ "GET /api/invites/t%2F1": { body: { id: "i1", is_processed: false } } });
    expect(await getInvite("t/1")).toMatchObject({ id: "i1", is_processed: false });
  });

  test("is processed by a visitor without saying who they are, then linked by a user", async () => {
    const server = await realServer({
      "POST /api/invites/t/process": { body: { inviteSessionToken: "s" } },
      "POST /api/invites/t/link": { body: {} },
    });
    localStorage.setItem("auth_token", "token-1");
    expect(await processInvite("t", "123456")).toBe("s");
    await linkInvite("t", "s");
    const [process, link] = server.heard;
    expect(process?.headers).not.toHaveProperty("authorization");
    expect(process?.body).toBe('{"verificationCode":"123456"}');
    expect(link?.headers).toHaveProperty("authorization");
    expect(link?.body).toBe('{"inviteSessionToken":"s"}');
  });

  test("is cancelled by DELETE, or by PUT where DELETE is missing", async () => {
    const modern = await realServer({ "DELETE /api/invites/i1": { status: 204 } });
    await cancelInvite("i1");
    expect(modern.calls()).toEqual(["DELETE /api/invites/i1"]);
    for (const status of [404, 405]) {
      const old = await realServer({
        "DELETE /api/invites/i1": { status },
        "PUT /api/invites/i1/cancel": { body: {} },
      });
      await cancelInvite("i1");
      expect(old.calls()).toEqual(["DELETE /api/invites/i1", "PUT /api/invites/i1/cancel"]);
    }
    await realServer({ "DELETE /api/invites/i1": { status: 403 } });
    await expect(cancelInvite("i1")).rejects.toMatchObject({ status: 403 });
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
    expect(await isCodeValid("t", "123456")).toBe(expected);
  });

  test("that cannot be judged is an error, not a yes", async () => {
    await realServer({ "POST /api/invites/t/validate": { status: 423, body: { error: "locked" } } });
    await expect(isCodeValid("t", "123456")).rejects.toMatchObject({ status: 423 });
  });
});

describe("members' invite statuses", () => {
  const path = "GET /api/clans/c1/members/invite-status?shape=map";
  const expected = new Map([["m1", { member_id: "m1", has_linked_user: true, has_open_invite: false }]]);
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
    expect(await listInviteStatuses("c1")).toEqual(expected);
  });

  test("are none on a server without them, and an error when it is broken", async () => {
    await realServer({});
    expect(await listInviteStatuses("c1")).toEqual(new Map());
    await realServer({ [path]: broken });
    await expect(listInviteStatuses("c1")).rejects.toMatchObject({ status: 500 });
  });
});

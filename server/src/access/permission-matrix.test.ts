import { type ClanAction, canInClan, type ClanRole, clanRoles } from "@clanhall/contract/permissions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addActivity } from "../testing/activities.ts";
import { addBoard, addFrozenPeriod } from "../testing/board-results.ts";
import { addBulletin } from "../testing/bulletins.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  // Nobody listens there, so that tests of webhooks end at once.
  world = await createTestApp({ env: { DISCORD_API: "http://127.0.0.1:9" } });
});
afterAll(() => world.close());

interface ClanCall {
  method: "GET" | "POST";
  url: string;
  action: ClanAction;
}

const webhookUrl = `https://discord.com/api/webhooks/123456789012345678/${"a".repeat(68)}`;
const week = { from: "2026-01-05", to: "2026-01-11" };

type Fixture = Awaited<ReturnType<typeof createFixture>>;

/** Calls that name their clan by a row of it need that row to exist; every other clan call has the clan in its path. */
const bodiesThatFindTheClan: Record<string, (fixture: Fixture) => object> = {
  "POST /api/invites": ({ playerId }) => ({ clanMemberId: playerId }),
  "POST /api/invites/:invite/extend": () => ({ expiresInHours: 24 }),
  "PATCH /api/scoreboards/:scoreboardId": () => ({ version: 1 }),
};

/** Calls whose query is read before their clan is found. */
const queries: Record<string, (fixture: Fixture) => string> = {
  "GET /api/scoreboards/:scoreboardId/explain": ({ memberId }) => `?member_id=${memberId}`,
};

/** Where the row decides too: a plain member reads the timeline and the warnings of their own player. */
const ownRowOnly = new Set([
  "GET /api/clans/:clanId/members/:memberId/timeline",
  "GET /api/clans/:clanId/members/:memberId/decisions",
]);

function listClanCalls(): ClanCall[] {
  return world.app.routes.flatMap(({ method, url, access }) =>
    typeof access === "object" && method !== "HEAD"
      ? [{ method: method as ClanCall["method"], url, action: access.clan }]
      : [],
  );
}

/** A clan with a player to act on, an open invite, a board and a bulletin. */
async function createFixture() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const target = await world.memberOf(clan, "member");
  const players = await world.db
    .insertInto("clan_members")
    .values(["Tom", "Ann"].map((name) => ({ clan_id: clan.id, name, name_key: name.toLowerCase(), user_id: null })))
    .returning("id")
    .execute();
  const [invitedId, playerId] = players.map(({ id }) => id);
  const invite = (await owner.send("POST", "/api/invites", { clanMemberId: invitedId })).json();
  const boardId = await addBoard(world, clan.id, [await addActivity(world.db, clan.id)]);
  await addFrozenPeriod(world, clan.id, boardId, week);
  const bulletinId = await addBulletin(world, clan.id);
  const news = { name: "News", url: webhookUrl, events: ["bulletin"] };
  const webhook = (await owner.send("POST", `/api/clans/${clan.id}/webhooks`, news)).json();
  return {
    clan,
    owner,
    memberId: target.memberId,
    playerId,
    inviteId: invite.id as string,
    boardId,
    bulletinId,
    webhookId: webhook.id as string,
  };
}

async function createFixtureFor(role: ClanRole) {
  const fixture = await createFixture();
  return { fixture, person: role === "owner" ? fixture.owner : await world.memberOf(fixture.clan, role) };
}

function toName(role: ClanRole, { method, url }: ClanCall): string {
  return `${role}: ${method} ${url}`;
}

/** An open stream has no end to wait for. */
function isStream({ url }: ClanCall): boolean {
  return url.endsWith("/events");
}

type Caller = Pick<TestApp["visitor"], "get" | "send">;

function call(who: Caller, { method, url }: ClanCall, fixture: Fixture, memberId = fixture.memberId) {
  const body = bodiesThatFindTheClan[`${method} ${url}`]?.(fixture) ?? {};
  const { inviteId: invite, boardId: scoreboardId, bulletinId, webhookId } = fixture;
  const rows = { clanId: fixture.clan.id, memberId, invite, scoreboardId, bulletinId, webhookId };
  const ids: Record<string, string> = { ...rows, day: week.from, from: week.from };
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? crypto.randomUUID());
  const query = queries[`${method} ${url}`]?.(fixture) ?? "";
  return method === "GET" ? who.get(path + query) : who.send(method, path, body);
}

async function outsidersOf(clan: { id: string }): Promise<Record<string, Caller>> {
  const once = async (role: ClanRole, status: "removed" | "inactive") => {
    const person = await world.memberOf(clan, role);
    await world.db.updateTable("clan_members").set({ status }).where("id", "=", person.memberId).execute();
    return person;
  };
  return {
    nonMember: await world.user(),
    "owner of another clan": await world.memberOf(await world.clan(), "owner"),
    "removed maintainer": await once("maintainer", "removed"),
    "inactive maintainer": await once("maintainer", "inactive"),
    "app admin": await world.appAdmin(),
  };
}

test("there are clan calls to check, and each names its clan or the row that finds it", async () => {
  const calls = listClanCalls();
  expect(calls.length).toBeGreaterThan(20);
  const fixture = await createFixture();
  for (const clanCall of calls.filter(({ url }) => !url.includes(":clanId"))) {
    const answer = await call(fixture.owner, clanCall, fixture);
    expect([400, 404], `${clanCall.method} ${clanCall.url}`).not.toContain(answer.statusCode);
    if (answer.statusCode === 200) Object.assign(fixture, await createFixture());
  }
});

describe("S02: for every clan call", () => {
  test("a visitor is asked to log in", async () => {
    const fixture = await createFixture();
    for (const clanCall of listClanCalls()) {
      const answer = await call(world.visitor, clanCall, fixture);
      expect(answer.statusCode, `${clanCall.method} ${clanCall.url}`).toBe(401);
    }
  });

  test("whoever is not an active member finds no clan, app admins included", async () => {
    const fixture = await createFixture();
    const outsiders = await outsidersOf(fixture.clan);
    for (const clanCall of listClanCalls()) {
      for (const [who, outsider] of Object.entries(outsiders)) {
        const answer = await call(outsider, clanCall, fixture);
        expect([answer.statusCode, answer.json().message], `${who}: ${clanCall.method} ${clanCall.url}`).toEqual([
          404,
          "Clan not found",
        ]);
      }
    }
  }, 30_000);

  test.each(clanRoles)("a %s without the right is refused", async (role) => {
    const fixture = await createFixture();
    const person = role === "owner" ? fixture.owner : await world.memberOf(fixture.clan, role);
    for (const clanCall of listClanCalls().filter(({ action }) => !canInClan(role, action))) {
      expect((await call(person, clanCall, fixture)).statusCode, toName(role, clanCall)).toBe(403);
    }
  });

  test.each(clanRoles)(
    "a %s with the right gets as far as the call itself",
    async (role) => {
      let { fixture, person } = await createFixtureFor(role);
      for (const clanCall of listClanCalls().filter(({ action }) => canInClan(role, action))) {
        if (isStream(clanCall)) continue;
        const isOwnRow = role === "member" && ownRowOnly.has(`${clanCall.method} ${clanCall.url}`);
        const answer = await call(person, clanCall, fixture, isOwnRow ? person.memberId : fixture.memberId);
        expect([401, 403, 423, 500, 503], toName(role, clanCall)).not.toContain(answer.statusCode);
        expect(answer.payload, toName(role, clanCall)).not.toContain("Clan not found");
        // What was changed, locked or deleted would be in the way of the next call.
        if (clanCall.method !== "GET" && answer.statusCode < 400) ({ fixture, person } = await createFixtureFor(role));
      }
    },
    60_000,
  );

  test("what an owner switches on for a role opens exactly the calls of that switch", async () => {
    for (const clanCall of listClanCalls()) {
      const toggles = { maintainers_invite: true, members_enter_own: true, maintainers_edit_locked: true };
      for (const role of ["maintainer", "member"] as const) {
        const all = { members_see_values: true, maintainers_approve_joins: true, ...toggles };
        if (canInClan(role, clanCall.action, all) === canInClan(role, clanCall.action)) continue;
        const fixture = await createFixture();
        await world.db
          .updateTable("clans")
          .set({ toggles: JSON.stringify(toggles) })
          .where("id", "=", fixture.clan.id)
          .execute();
        const answer = await call(await world.memberOf(fixture.clan, role), clanCall, fixture);
        expect([401, 403, 404], `${role}: ${clanCall.method} ${clanCall.url}`).not.toContain(answer.statusCode);
      }
    }
  }, 30_000);
});

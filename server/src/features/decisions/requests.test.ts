import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { lockClan, nextRevision } from "../../clan/lock.ts";
import { addActivity } from "../../testing/activities.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { untilWaitingForLock } from "../../testing/locks.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { deleteOldPictures } from "./answers.ts";

const world = await sharedApp();

async function openRequests() {
  const fixture = await openEntries(world);
  const { url, member, owner, activityId } = fixture;
  const officer = await world.memberOf(fixture.clan, "maintainer");
  type Person = typeof owner;
  const dispute = (more: object = {}, who: Person = member) =>
    who.send("POST", `${url}/requests`, {
      kind: "value",
      activity_id: activityId,
      day: daysAgo(1),
      value: 9,
      reason: "Donated before the war",
      ...more,
    });
  const leave = (more: object = {}, who: Person = member) =>
    who.send("POST", `${url}/requests`, { kind: "away", from: daysAgo(-2), to: daysAgo(-5), ...more });
  const decide = (id: string, how: "accept" | "decline" | "undo", who: Person = owner, body: object = {}) =>
    who.send("POST", `${url}/requests/${id}/${how}`, body);
  const list = async (query = "", who: Person = owner) => (await who.get(`${url}/requests${query}`)).json();
  const entryOn = (day: string, memberId = member.memberId) =>
    world.db
      .selectFrom("entries")
      .selectAll()
      .where("clan_id", "=", fixture.clan.id)
      .where("member_id", "=", memberId)
      .where("day", "=", day)
      .executeTakeFirst();
  const auditOf = async () =>
    (await world.db.selectFrom("clan_audit").selectAll().where("clan_id", "=", fixture.clan.id).orderBy("at").execute())
      .filter(({ action }) => action.startsWith("request."))
      .map(({ action, source }) => `${action} ${source}`);
  return { ...fixture, officer, dispute, leave, decide, list, entryOn, auditOf };
}

test("a missing value that is asked for is written by whoever accepts, with the request as its reason", async () => {
  const { dispute, decide, list, entryOn, owner, member, url, activityId, auditOf } = await openRequests();
  const asked = (await dispute()).json();
  expect(asked).toMatchObject({
    kind: "value",
    state: "open",
    is_mine: true,
    was: { value: null, excused: false },
    wanted: { value: 9, excused: false },
    may_accept: false,
  });
  expect(await entryOn(daysAgo(1))).toBeUndefined();
  expect(await list()).toMatchObject({ items: [{ id: asked.id, may_accept: true }], open: { value: 1, away: 0 } });
  expect((await owner.get("/api/clans/my")).json()[0]).toMatchObject({ open_requests: 1 });
  expect((await member.get("/api/clans/my")).json()[0]).toMatchObject({ open_requests: 0 });

  const accepted = (await decide(asked.id, "accept")).json();
  expect(accepted).toMatchObject({ state: "accepted", may_accept: false });
  expect(await entryOn(daysAgo(1))).toMatchObject({ value: 9, state: "value", entered_by: owner.memberId });
  const history = await owner.get(`${url}/entries/${member.memberId}/${activityId}/${daysAgo(1)}/history`);
  expect(history.json().versions[0].reason).toMatch(/asked: Donated before the war$/);
  expect(await list()).toMatchObject({ items: [], open: { value: 0 } });
  expect(await list("?state=decided")).toMatchObject({ items: [{ id: asked.id, state: "accepted" }] });
  expect(await auditOf()).toEqual(["request.value self", "request.accept ui"]);
  const timeline = (await member.get(`${url}/members/${member.memberId}/timeline`)).json();
  expect(timeline.items.map(({ text }: { text: string }) => text)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Request accepted: /)]),
  );
});

test("whoever accepts a value waits for a save before the roster, as an import that adds players does", async () => {
  const { dispute, clan, url, owner } = await openRequests();
  const { id } = (await dispute()).json();
  for (const how of ["accept", "undo"] as const) {
    const answer = await world.db.transaction().execute(async (tx) => {
      await nextRevision(tx, clan.id);
      const waiting = owner.send("POST", `${url}/requests/${id}/${how}`);
      await untilWaitingForLock(world.db);
      await sql`set local lock_timeout = '1s'`.execute(tx);
      await lockClan(tx, clan.id);
      return { waiting };
    });
    expect((await answer.waiting).statusCode).toBe(200);
  }
});

test("excused is asked for like a value; declining needs a reason, which the asker reads", async () => {
  const { dispute, decide, list, member, entryOn } = await openRequests();
  const asked = (await dispute({ value: null, excused: true })).json();
  expect((await decide(asked.id, "decline")).statusCode).toBe(400);
  const declined = await decide(asked.id, "decline", undefined, { reason: "You were seen online" });
  expect(declined.json()).toMatchObject({ state: "declined", answer: "You were seen online" });
  expect(await entryOn(daysAgo(1))).toBeUndefined();
  expect(await list("?state=decided", member)).toMatchObject({ items: [{ answer: "You were seen online" }] });
  const again = (await dispute({ value: null, excused: true })).json();
  await decide(again.id, "accept");
  expect(await entryOn(daysAgo(1))).toMatchObject({ state: "excused" });
});

test.each([
  [{ day: daysAgo(31) }, "day"],
  [{ day: daysAgo(-1) }, "day"],
  [{ value: null }, "value"],
  [{ value: 3, excused: true }, "value"],
  [{ value: -1 }, "value"],
  [{ reason: "no" }, "reason"],
  [{ reason: "x".repeat(301) }, "reason"],
  [{ activity_id: crypto.randomUUID() }, "activity_id"],
])("a dispute with %o is refused at %s", async (more, path) => {
  const { dispute } = await openRequests();
  const answer = await dispute(more);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details[0].path).toBe(path);
});

test("a value has one open request, and what is entered already is not asked for", async () => {
  const { dispute, put, owner, cell } = await openRequests();
  await put(owner, [cell({ day: daysAgo(1), value: 9 })]);
  expect((await dispute()).json().details[0].message).toBe("This is what is already entered.");
  expect((await dispute({ value: 10 })).statusCode).toBe(200);
  expect((await dispute({ value: 11 })).statusCode).toBe(409);
});

test("a value that changed meanwhile settles its request: it is not accepted, and can be asked for anew", async () => {
  const { dispute, decide, put, owner, cell, list, entryOn, member } = await openRequests();
  const asked = (await dispute()).json();
  await put(owner, [cell({ day: daysAgo(1), value: 7 })]);
  expect(await list()).toMatchObject({ items: [], open: { value: 0 } });
  const late = await decide(asked.id, "accept");
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    "The request is settled: there is nothing left to decide.",
  ]);
  expect(late.json().current).toMatchObject({ state: "settled" });
  expect(await entryOn(daysAgo(1))).toMatchObject({ value: 7 });
  expect(await list("?state=decided", member)).toMatchObject({ items: [{ state: "settled" }] });
  expect((await dispute()).statusCode).toBe(200);
});

test("of two officers at once one wins, and the other reads who did", async () => {
  const { dispute, decide, officer, countVersions } = await openRequests();
  const asked = (await dispute()).json();
  const answers = await Promise.all([
    decide(asked.id, "accept"),
    decide(asked.id, "decline", officer, { reason: "Not so" }),
    decide(asked.id, "accept", officer),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json().message).toMatch(/^Player \w+ has already (accepted|declined) this request$/);
  expect(await countVersions()).toBeLessThanOrEqual(1);
});

test("on locked days only who may write there accepts; anybody who decides may decline", async () => {
  const { dispute, decide, officer, list, entryOn } = await openRequests();
  const asked = (await dispute({ day: daysAgo(20) })).json();
  expect(await list("", officer)).toMatchObject({ items: [{ may_accept: false, may_decline: true }] });
  expect((await decide(asked.id, "accept", officer)).statusCode).toBe(423);
  expect((await decide(asked.id, "accept")).statusCode).toBe(200);
  expect(await entryOn(daysAgo(20))).toMatchObject({ value: 9, late: true });
});

test("members read and withdraw their own requests alone", async () => {
  const { dispute, decide, list, url, clan, member } = await openRequests();
  const other = await world.memberOf(clan, "member");
  const asked = (await dispute()).json();
  expect(await list("", member)).toMatchObject({ items: [{ id: asked.id, may_withdraw: true }] });
  expect(await list()).toMatchObject({ items: [{ id: asked.id, may_withdraw: false }] });
  expect(await list("", other)).toMatchObject({ items: [], open: { value: 0 } });
  expect(await list(`?member_id=${member.memberId}`, other)).toMatchObject({ items: [] });
  expect((await other.send("DELETE", `${url}/requests/${asked.id}`)).statusCode).toBe(404);
  expect((await decide(asked.id, "accept", other)).statusCode).toBe(403);
  expect((await member.send("DELETE", `${url}/requests/${asked.id}`)).json()).toMatchObject({ state: "withdrawn" });
  expect((await decide(asked.id, "accept")).statusCode).toBe(409);
  expect(await list("?state=decided")).toMatchObject({ items: [] });
});

test("an absence counts at once where the clan says so, and its reason is for officers", async () => {
  const { leave, list, member, url, clan, owner } = await openRequests();
  const other = await world.memberOf(clan, "member");
  expect((await leave({ reason: "Exams" })).json()).toMatchObject({
    kind: "away",
    state: "accepted",
    decided_by: null,
  });
  const awayFor = async (who: typeof owner) =>
    (await who.get(`${url}/members`)).json().members.find(({ id }: { id: string }) => id === member.memberId).away;
  expect(await awayFor(owner)).toMatchObject([{ from: daysAgo(-2), to: daysAgo(-5), reason: "Exams" }]);
  expect(await awayFor(other)).toMatchObject([{ reason: null }]);
  expect((await leave({ from: daysAgo(-5), to: daysAgo(-6) })).statusCode).toBe(409);
  expect(await list("?state=decided&kind=away")).toMatchObject({ items: [{ reason: "Exams" }] });
  const audit = await owner.get(`${url}/audit?action=request`);
  expect(audit.payload).not.toContain("Exams");
});

test("one's own absence that counts at once is taken back, or ends when it has begun; days that are over stay", async () => {
  const { leave, list, member, owner, url, clan, auditOf } = await openRequests();
  const withdraw = (id: string, who = member) => who.send("DELETE", `${url}/requests/${id}`);
  const awayDays = async () =>
    (await world.db.selectFrom("clan_member_away").selectAll().where("clan_id", "=", clan.id).execute()).map(
      ({ starts_on, ends_on, reason }) => [starts_on, ends_on, reason],
    );
  const later = (await leave({ reason: "Exams" })).json();
  expect(later).toMatchObject({ state: "accepted", may_withdraw: true });
  expect((await list("?state=decided")).items).toMatchObject([{ id: later.id, may_withdraw: false }]);
  expect((await withdraw(later.id, owner)).statusCode).toBe(404);
  const other = await world.memberOf(clan, "member");
  expect((await withdraw(later.id, other)).statusCode).toBe(404);
  expect((await withdraw(later.id)).json()).toMatchObject({ state: "withdrawn", may_withdraw: false });
  expect(await awayDays()).toEqual([]);
  expect((await withdraw(later.id)).statusCode).toBe(409);

  const running = (await leave({ from: daysAgo(0), to: daysAgo(-4), reason: "Trip" })).json();
  await leave({ from: daysAgo(-8), to: daysAgo(-9) });
  // As if it had been said three days ago.
  const begun = { starts_on: daysAgo(3) };
  await world.db.updateTable("member_requests").set(begun).where("id", "=", running.id).execute();
  await world.db.updateTable("clan_member_away").set(begun).where("reason", "=", "Trip").execute();
  const ended = { state: "accepted", from: daysAgo(3), to: daysAgo(1), may_withdraw: false };
  expect((await withdraw(running.id)).json()).toMatchObject(ended);
  expect(await awayDays()).toEqual(
    expect.arrayContaining([
      [daysAgo(3), daysAgo(1), "Trip"],
      [daysAgo(-8), daysAgo(-9), null],
    ]),
  );
  expect((await withdraw(running.id)).json().message).toBe("This absence is already over");
  expect((await auditOf()).filter((row) => /away_(taken|ended)/.test(row))).toEqual([
    "request.away_taken_back self",
    "request.away_ended self",
  ]);
  const timeline = (await member.get(`${url}/members/${member.memberId}/timeline`)).json().items;
  expect(timeline.map(({ text }: { text: string }) => text)).toEqual(
    expect.arrayContaining([
      `Not away from ${daysAgo(-2)} to ${daysAgo(-5)} after all.`,
      `Back again. Away from ${daysAgo(3)} to ${daysAgo(1)}.`,
    ]),
  );
});

test("an absence that an officer accepted, or changed since, is not ended by its player; one that is gone is", async () => {
  const { leave, decide, list, member, owner, url, auditOf } = await openRequests();
  const withdraw = (id: string) => member.send("DELETE", `${url}/requests/${id}`);
  const mayWithdraw = async () => (await list("?state=decided", member)).items[0].may_withdraw;
  const accepted = (await leave({ from: daysAgo(1), to: daysAgo(-1) })).json();
  expect((await decide(accepted.id, "accept")).json()).toMatchObject({ state: "accepted", may_withdraw: false });
  expect((await withdraw(accepted.id)).statusCode).toBe(409);
  const { id } = (await leave()).json();
  const change = async (away: object[]) => {
    const { version } = (await owner.get(`${url}/members/${member.memberId}/page`)).json().member;
    const changed = await owner.send("PATCH", `${url}/members/${member.memberId}`, { version, away });
    expect(changed.statusCode).toBe(200);
  };
  expect(await mayWithdraw()).toBe(true);
  await change([{ from: daysAgo(-2), to: daysAgo(-3) }]);
  expect(await mayWithdraw()).toBe(false);
  expect((await withdraw(id)).json().message).toBe("This absence was changed since. Ask an officer.");

  await change([{ from: daysAgo(-6), to: daysAgo(-7) }]);
  expect(await mayWithdraw()).toBe(true);
  expect((await withdraw(id)).json()).toMatchObject({ state: "withdrawn" });
  expect((await auditOf()).at(-1)).toBe("request.withdraw self");
});

test("days that are over, and all of a clan that wants it so, wait for approval", async () => {
  const { leave, decide, owner, url, member, officer, clan } = await openRequests();
  const past = (await leave({ from: daysAgo(3), to: daysAgo(-1) })).json();
  expect(past.state).toBe("open");
  expect((await leave({ from: daysAgo(1), to: daysAgo(1) })).statusCode).toBe(409);
  const { version } = (await owner.get(url)).json();
  const changed = await owner.send("PATCH", url, { version, members_away: "approval" });
  expect(changed.json().members_away).toBe("approval");
  expect((await leave()).json().state).toBe("open");
  expect((await decide(past.id, "accept", officer)).json().state).toBe("accepted");
  const rows = await world.db.selectFrom("clan_member_away").selectAll().where("clan_id", "=", clan.id).execute();
  expect(rows).toMatchObject([{ member_id: member.memberId, starts_on: daysAgo(3), ends_on: daysAgo(-1) }]);
  const own = (await leave({ from: daysAgo(2), to: daysAgo(2) }, officer)).json();
  const colleague = await world.memberOf(clan, "maintainer");
  expect((await decide(own.id, "accept", colleague)).statusCode).toBe(403);
});

test.each([
  [{ from: daysAgo(-5), to: daysAgo(-2) }, "to"],
  [{ from: daysAgo(0), to: daysAgo(-90) }, "to"],
  [{ from: daysAgo(91), to: daysAgo(90) }, "from"],
  [{ reason: "x".repeat(201) }, "reason"],
])("an absence with %o is refused at %s", async (more, path) => {
  const { leave } = await openRequests();
  const answer = await leave(more);
  expect([answer.statusCode, answer.json().details?.[0].path]).toEqual([400, path]);
});

test("who asks for too much is stopped, and not the others", async () => {
  const { dispute, owner } = await openRequests();
  for (let day = 1; day <= 20; day += 1) expect((await dispute({ day: daysAgo(day) })).statusCode).toBe(200);
  expect((await dispute({ day: daysAgo(21) })).statusCode).toBe(409);
  expect((await dispute({}, owner)).statusCode).toBe(200);
});

test("the list goes on where its page ended", async () => {
  const { dispute, list } = await openRequests();
  for (const day of [5, 4, 3]) await dispute({ day: daysAgo(day) });
  const first = await list("?limit=2");
  expect(first.items.map(({ day }: { day: string }) => day)).toEqual([daysAgo(5), daysAgo(4)]);
  const next = await list(`?limit=2&cursor=${first.next_cursor}`);
  expect(next).toMatchObject({ items: [{ day: daysAgo(3) }], next_cursor: null });
});

test("the list goes on after a request that was decided, withdrawn or reopened meanwhile, and says where it cannot", async () => {
  const { url, dispute, decide, list, owner, member } = await openRequests();
  const ids: string[] = [];
  for (const day of [5, 4, 3, 2]) ids.push((await dispute({ day: daysAgo(day) })).json().id);
  const [oldest = "", second = "", third = "", last = ""] = ids;
  const read = async (query: string) => {
    const { items, next_cursor } = await list(`?limit=1&${query}`);
    return [items[0]?.id, next_cursor];
  };
  expect(await read("state=open")).toEqual([oldest, oldest]);
  await decide(oldest, "decline", owner, { reason: "You were seen online" });
  expect(await read(`state=open&cursor=${oldest}`)).toEqual([second, second]);
  await member.send("DELETE", `${url}/requests/${second}`);
  expect(await read(`state=open&cursor=${second}`)).toEqual([third, third]);
  await decide(third, "accept");
  expect(await read(`state=open&cursor=${third}`)).toEqual([last, null]);

  expect(await read("state=decided")).toEqual([third, third]);
  await decide(third, "undo");
  const again = await owner.get(`${url}/requests?state=decided&cursor=${third}`);
  expect([again.statusCode, again.json().message]).toEqual([400, "This list has changed. Reload it."]);
  const elsewhere = await openRequests();
  const foreign = await elsewhere.owner.get(`${elsewhere.url}/requests?cursor=${oldest}`);
  expect([foreign.statusCode, foreign.json().details[0].path]).toEqual([400, "cursor"]);
});

test("requests of a player who is gone, and of an archived clan, are not decided", async () => {
  const { dispute, decide, list, owner, url, member } = await openRequests();
  const asked = (await dispute()).json();
  await owner.send("POST", `${url}/members/${member.memberId}/mark-removed`);
  expect(await list()).toMatchObject({ items: [], open: { value: 0 } });
  expect((await decide(asked.id, "accept")).statusCode).toBe(409);
  const archived = await openRequests();
  const { id } = (await archived.dispute()).json();
  await archived.owner.send("POST", `${archived.url}/archive`);
  expect((await archived.decide(id, "accept")).statusCode).toBe(423);
  expect(await archived.list()).toMatchObject({ items: [{ may_accept: false, may_decline: false }] });
});

test("a bot with the scope reads requests and decides none", async () => {
  const { dispute, owner, url } = await openRequests();
  const asked = (await dispute()).json();
  const tokenFor = async (scope: string) => {
    const made = await owner.send("POST", `${url}/tokens`, { name: "Bot", scopes: [scope] });
    return { authorization: `Bearer ${made.json().token}` };
  };
  const headers = await tokenFor("decisions:read");
  const read = await world.app.server.inject({ method: "GET", url: `${url}/requests`, headers });
  expect(read.json()).toMatchObject({ items: [{ id: asked.id, may_accept: false, may_decline: false }] });
  const path = `${url}/requests/${asked.id}/accept`;
  expect((await world.app.server.inject({ method: "POST", url: path, headers, payload: {} })).statusCode).toBe(403);
  const others = { headers: await tokenFor("entries:read"), method: "GET", url: `${url}/requests` } as const;
  expect((await world.app.server.inject(others)).statusCode).toBe(403);
});

test("whatever is asked and decided, a request ends once, and only accepted ones change a value", async () => {
  const step = fc.constantFrom("ask", "accept", "decline", "withdraw", "change");
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const { dispute, decide, put, owner, cell, member, url, entryOn, list } = await openRequests();
      const now = { open: "", asked: 0, value: null as number | null };
      const decideAs = async (name: string) => {
        if (now.open === "") return 200;
        const path = `${url}/requests/${now.open}`;
        if (name === "withdraw") return (await member.send("DELETE", path)).statusCode;
        const reason = name === "decline" ? { reason: "Not so" } : {};
        return (await decide(now.open, name as "accept", owner, reason)).statusCode;
      };
      for (const [index, name] of steps.entries()) {
        const expected = name === "ask" && now.open !== "" ? 409 : 200;
        const answers = {
          ask: () => dispute({ value: index + 1 }),
          change: () => put(owner, [cell({ day: daysAgo(1), value: (index + 1) * 100 })]),
        };
        const answer = name === "ask" || name === "change" ? await answers[name]() : null;
        expect(answer?.statusCode ?? (await decideAs(name))).toBe(expected);
        if (name === "ask" && expected === 200) Object.assign(now, { open: answer?.json().id, asked: index + 1 });
        if (name === "change") now.value = (index + 1) * 100;
        if (name === "accept" && now.open !== "") now.value = now.asked;
        if (name !== "ask") now.open = "";
        expect((await entryOn(daysAgo(1)))?.value ?? null).toBe(now.value);
        expect((await list()).items).toHaveLength(now.open === "" ? 0 : 1);
      }
    }),
    runs(12),
  );
}, 30_000);

test("activities in the bin take their requests with them", async () => {
  const { clan, dispute, owner, url, list } = await openRequests();
  const activity = await addActivity(world.db, clan.id, { name: "Sieges" });
  await dispute({ activity_id: activity });
  await owner.send("DELETE", `${url}/activities/${activity}`);
  expect(await list()).toMatchObject({ items: [], open: { value: 0 } });
});

test("who decided takes it back at once: the value, the absence and the request are as they were", async () => {
  const { dispute, leave, decide, list, entryOn, put, owner, officer, cell, url, clan } = await openRequests();
  await put(owner, [cell({ day: daysAgo(1), value: 4 })]);
  const asked = (await dispute()).json();
  const undo = (id: string, who = owner) => who.send("POST", `${url}/requests/${id}/undo`);
  expect((await decide(asked.id, "accept")).json()).toMatchObject({ state: "accepted", may_undo: true });
  expect((await undo(asked.id, officer)).statusCode).toBe(404);
  expect((await undo(asked.id)).json()).toMatchObject({ state: "open", may_undo: false, decided_by: null });
  expect(await entryOn(daysAgo(1))).toMatchObject({ value: 4 });
  expect(await list()).toMatchObject({ items: [{ id: asked.id, may_accept: true }] });
  await decide(asked.id, "decline", undefined, { reason: "Not so" });
  expect((await undo(asked.id)).json()).toMatchObject({ state: "open", answer: null });
  expect((await decide(asked.id, "accept")).statusCode).toBe(200);
  expect(await entryOn(daysAgo(1))).toMatchObject({ value: 9 });

  const away = (await leave({ from: daysAgo(3), to: daysAgo(2) })).json();
  await decide(away.id, "accept");
  expect((await undo(away.id)).json()).toMatchObject({ state: "open" });
  expect(await world.db.selectFrom("clan_member_away").selectAll().where("clan_id", "=", clan.id).execute()).toEqual(
    [],
  );
  await decide(away.id, "accept");
  await world.db
    .updateTable("member_requests")
    .set({ decided_at: new Date(Date.now() - 120_000) })
    .where("id", "=", away.id)
    .execute();
  expect((await undo(away.id)).statusCode).toBe(409);
});

test("a value that somebody changed after it was accepted is not undone", async () => {
  const { dispute, decide, put, owner, cell, url, entryOn } = await openRequests();
  const { id } = (await dispute()).json();
  await decide(id, "accept");
  await put(owner, [cell({ day: daysAgo(1), value: 30, base_version: 1 })]);
  expect((await owner.send("POST", `${url}/requests/${id}/undo`)).statusCode).toBe(409);
  expect(await entryOn(daysAgo(1))).toMatchObject({ value: 30 });
});

test("an absence that somebody changed after it was accepted is not undone", async () => {
  const { leave, decide, list, owner, member, url, clan } = await openRequests();
  const { id } = (await leave({ from: daysAgo(3), to: daysAgo(2) })).json();
  await decide(id, "accept");
  const { version } = (await owner.get(`${url}/members/${member.memberId}/page`)).json().member;
  const away = [{ from: daysAgo(3), to: daysAgo(1), reason: "longer" }];
  await owner.send("PATCH", `${url}/members/${member.memberId}`, { version, away });
  const undone = await decide(id, "undo");
  expect([undone.statusCode, undone.json().message]).toEqual([409, "Someone else changed this absence. It stays."]);
  expect(await list("?state=decided")).toMatchObject({ items: [{ id, state: "accepted" }] });
  const rows = await world.db.selectFrom("clan_member_away").selectAll().where("clan_id", "=", clan.id).execute();
  expect(rows).toMatchObject([{ starts_on: daysAgo(3), ends_on: daysAgo(1) }]);
});

test("an absence that somebody deleted after it was accepted is open again when that is undone", async () => {
  const { leave, decide, list, owner, member, url, clan } = await openRequests();
  const { id } = (await leave({ from: daysAgo(3), to: daysAgo(2) })).json();
  await decide(id, "accept");
  const { version } = (await owner.get(`${url}/members/${member.memberId}/page`)).json().member;
  await owner.send("PATCH", `${url}/members/${member.memberId}`, { version, away: [] });
  expect((await decide(id, "undo")).json()).toMatchObject({ state: "open", decided_by: null });
  expect(await list()).toMatchObject({ items: [{ id, may_accept: true }], open: { away: 1 } });
  const rows = await world.db.selectFrom("clan_member_away").selectAll().where("clan_id", "=", clan.id).execute();
  expect(rows).toEqual([]);
});

test("the answer is on the asker's standing until they read it", async () => {
  const { dispute, decide, member, owner, url } = await openRequests();
  const { id } = (await dispute()).json();
  const answerOf = async () => (await member.get("/api/me/standing")).json().items[0].answer;
  expect(await answerOf()).toBeNull();
  await decide(id, "accept");
  expect(await answerOf()).toMatchObject({ request_id: id, state: "accepted", value: 9, from: daysAgo(1) });
  await owner.send("PUT", `${url}/requests/${id}/seen`);
  expect(await answerOf()).not.toBeNull();
  await member.send("PUT", `${url}/requests/${id}/seen`);
  expect(await answerOf()).toBeNull();
});

/** One white pixel, and a text behind it that must not stay. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC";

test("pictures prove a value: drawn anew, for officers and the asker alone, gone 30 days after the decision", async () => {
  const { dispute, decide, list, member, owner, url, clan } = await openRequests();
  const hidden = Buffer.concat([Buffer.from(pixel, "base64"), Buffer.from("53.5511 N")]).toString("base64");
  const asked = (await dispute({ pictures: [hidden, pixel] })).json();
  expect(asked.pictures).toHaveLength(2);
  const path = `${url}/requests/${asked.id}/pictures/${asked.pictures[0]}`;
  for (const reader of [owner, member]) {
    const answer = await reader.get(path);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.rawPayload.subarray(1, 4).toString()).toBe("PNG");
    expect(answer.rawPayload.includes("53.5511 N")).toBe(false);
  }
  const other = await world.memberOf(clan, "member");
  expect((await other.get(path)).statusCode).toBe(404);
  const foreign = await openRequests();
  expect((await foreign.owner.get(path)).statusCode).toBe(404);

  const month = 30 * 86_400_000;
  await deleteOldPictures(world.db, new Date(Date.now() + 2 * month));
  expect((await owner.get(path)).statusCode).toBe(200);
  await decide(asked.id, "accept");
  await deleteOldPictures(world.db, new Date(Date.now() + month - 60_000));
  expect((await owner.get(path)).statusCode).toBe(200);
  await deleteOldPictures(world.db, new Date(Date.now() + month + 60_000));
  expect((await owner.get(path)).statusCode).toBe(404);
  expect(await list("?state=decided")).toMatchObject({ items: [{ pictures: [] }] });
});

test.each([
  ["no picture", [Buffer.from("GIF89a").toString("base64")]],
  ["a broken one", [Buffer.from(pixel, "base64").subarray(0, 40).toString("base64")]],
  ["one of too many pixels", [bomb()]],
  ["too many", [pixel, pixel, pixel]],
  ["no base64", ["<svg>"]],
])("a dispute with %s is refused and leaves nothing", async (_, pictures) => {
  const { dispute, list } = await openRequests();
  const answer = await dispute({ pictures });
  expect([answer.statusCode, answer.json().details[0].path.split(".")[0]]).toEqual([400, "pictures"]);
  expect(await list()).toMatchObject({ items: [] });
});

function bomb(): string {
  const file = Buffer.from(pixel, "base64");
  file.writeUInt32BE(50_000, 16);
  file.writeUInt32BE(50_000, 20);
  return file.toString("base64");
}

test("a bot neither undoes a decision nor reads a picture", async () => {
  const { dispute, decide, owner, url } = await openRequests();
  const asked = (await dispute({ pictures: [pixel] })).json();
  await decide(asked.id, "accept");
  const made = await owner.send("POST", `${url}/tokens`, { name: "Bot", scopes: ["decisions:read"] });
  const headers = { authorization: `Bearer ${made.json().token}` };
  const send = (method: "GET" | "POST" | "PUT", path: string) =>
    world.app.server.inject({ method, url: `${url}/requests/${asked.id}/${path}`, headers, payload: {} });
  const answers = [await send("POST", "undo"), await send("PUT", "seen"), await send("POST", "decline")];
  const picture = `${url}/requests/${asked.id}/pictures/${asked.pictures[0]}`;
  answers.push(await world.app.server.inject({ method: "GET", url: picture, headers }));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
});

test("accepting is the same as entering the value, whatever it is and on whichever day", async () => {
  const fixture = await openRequests();
  const { dispute, decide, put, owner, cell, entryOn, clan } = fixture;
  const twin = await world.memberOf(clan, "member");
  const wanted = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constant(null));
  const days = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(days, wanted, async (ago, value) => {
      for (const day of ago.map(daysAgo)) {
        const content = { value, excused: value === null };
        const { version: base_version = 0 } = (await entryOn(day, twin.memberId)) ?? {};
        const entered = { ...cell({ day, ...content }), member_id: twin.memberId, base_version };
        expect((await put(owner, [entered], "From the list")).statusCode).toBe(200);
        const asked = await dispute({ day, ...content });
        // What is entered already is not asked for.
        const decided = asked.statusCode === 200 ? await decide(asked.json().id, "accept") : null;
        expect(decided?.statusCode ?? 200).toBe(200);
        const [one, other] = [await entryOn(day), await entryOn(day, twin.memberId)];
        for (const column of ["value", "state", "points", "entered_by", "late"] as const) {
          expect(one?.[column]).toEqual(other?.[column]);
        }
      }
    }),
    runs(8),
  );
}, 30_000);

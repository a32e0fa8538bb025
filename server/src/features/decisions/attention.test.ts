import { type Attention, type AttentionRow, usualRules } from "@clanhall/contract/attention";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

/** A clan whose member met so much on each of the last days, yesterday last; null is nothing entered. */
async function openAttention(values: (number | null)[] = []) {
  const fixture = await openEntries(world, { daily_target: 5 });
  const { url, owner, member, put, cell, clan } = fixture;
  const officer = await world.memberOf(clan, "maintainer");
  const enter = (who: string, list: (number | null)[]) => {
    const entries = list.flatMap((value, index) =>
      value === null ? [] : [cell({ member_id: who, day: daysAgo(list.length - index), value })],
    );
    return entries.length === 0 ? null : put(owner, entries, "From the list");
  };
  const fine = Array.from({ length: 35 }, () => 9);
  for (const { memberId } of [owner, officer]) await enter(memberId, fine);
  await enter(member.memberId, values);
  const list = async (who = owner): Promise<Attention> => (await who.get(`${url}/attention`)).json();
  const find = async (): Promise<AttentionRow | undefined> =>
    (await list()).items.find((row) => row.member.id === member.memberId);
  return { ...fixture, officer, enter, list, find };
}

const rules = (row: AttentionRow | undefined) => row?.reasons.map(({ rule }) => rule) ?? [];

test("who met too little, missed days and has no entries stands there with the reasons, the worst first", async () => {
  const { find, list, owner, clan, officer } = await openAttention([9, 9, 9, 9, 9, 1, 0]);
  expect(rules(await find())).toEqual([]);
  const worse = await openAttention([9, 9, 1, 0, 0, 0, 0]);
  const row = await worse.find();
  expect(rules(row)).toEqual(["rate", "missed"]);
  expect(row).toMatchObject({ due: 7, met: 2, rate: 28.6, last_warning: null, active_warnings: 0, may_decide: true });
  expect(row?.days.map(({ mark }) => mark)).toEqual(["met", "met", "partly", "missed", "missed", "missed", "missed"]);
  const silent = await openAttention([9, 9, null, null, null, null, null]);
  expect(rules(await silent.find())).toEqual(["rate", "missed", "silent"]);
  expect((await list(owner)).items).toEqual([]);
  const other = await world.memberOf(clan, "member");
  expect((await other.get(`/api/clans/${clan.id}/attention`)).statusCode).toBe(403);
  expect((await list(officer)).items.map(({ member }) => member.id)).toEqual([other.memberId]);
});

test("today says nothing yet, and neither do excused days", async () => {
  const { find, put, owner, cell } = await openAttention([9, 9, 9, 9]);
  const excuse = [3, 2, 1].map((ago) => cell({ day: daysAgo(ago), value: null, excused: true }));
  await put(owner, excuse, "Was ill");
  expect(await find()).toBeUndefined();
});

test("owners change the rules in place, with a version; maintainers read them", async () => {
  const { url, owner, officer, find } = await openAttention([9, 9, 9, 9, 9, 0, 0]);
  const change = { rules: { ...usualRules, missed: { on: true, days: 2 } }, warning_texts: [], removal_after: 2 };
  const read = (await officer.get(`${url}/attention/rules`)).json();
  expect(read).toMatchObject({ rules: usualRules, version: 0, changed_by: null });
  expect((await officer.send("PUT", `${url}/attention/rules`, { ...change, version: 0 })).statusCode).toBe(403);
  const changed = await owner.send("PUT", `${url}/attention/rules`, { ...change, version: 0 });
  expect(changed.json()).toMatchObject({ ...change, version: 1, changed_by: expect.stringMatching(/^Player/) });
  expect((await owner.send("PUT", `${url}/attention/rules`, { ...change, version: 0 })).statusCode).toBe(409);
  expect(rules(await find())).toEqual(["missed"]);
});

test("how many need attention is counted for each clan of an officer, and again once anything has changed", async () => {
  const { clan, owner, officer, member, url, enter } = await openAttention([9, 9, 9, 9, 0, 0, 0]);
  const countsOf = async (who = owner) => (await who.get("/api/me/attention")).json().items;
  expect(await countsOf()).toEqual([{ clan_id: clan.id, count: 1 }]);
  expect(await countsOf(officer)).toEqual([{ clan_id: clan.id, count: 1 }]);
  expect(await countsOf(member)).toEqual([]);
  await owner.send("PUT", `${url}/attention/hidden/${member.memberId}`, { days: 7 });
  expect(await countsOf()).toEqual([{ clan_id: clan.id, count: 0 }]);
  await owner.send("PUT", `${url}/attention/hidden/${member.memberId}`, { days: null });
  await enter(member.memberId, [9, 9, 9]);
  expect(await countsOf()).toEqual([{ clan_id: clan.id, count: 0 }]);
  await owner.send("POST", `${url}/archive`);
  expect(await countsOf()).toEqual([]);
});

test("a hidden player is left out for so many days, and can be shown again", async () => {
  const { url, owner, member, list } = await openAttention([0, 0, 0, 0, 0, 0, 0]);
  const path = `${url}/attention/hidden/${member.memberId}`;
  expect((await owner.send("PUT", path, { days: 7 })).json()).toEqual({ until: daysAgo(-6) });
  expect(await list()).toMatchObject({ items: [], hidden: [{ member: { id: member.memberId } }] });
  await owner.send("PUT", path, { days: null });
  expect((await list()).items).toHaveLength(1);
  expect((await owner.send("PUT", path, { days: 8 })).statusCode).toBe(400);
});

test("whoever is away today stays on the list for the days before; from then on nothing counts", async () => {
  const { url, owner, member, find } = await openAttention([9, 9, 0, 0, 0, null, null]);
  expect(await find()).toMatchObject({ away_since: null, due: 7 });
  const { version } = (await owner.get(`${url}/members/${member.memberId}/page`)).json().member;
  const away = [
    { from: daysAgo(2), to: daysAgo(1) },
    { from: daysAgo(0), to: daysAgo(-3) },
  ];
  expect((await owner.send("PATCH", `${url}/members/${member.memberId}`, { version, away })).statusCode).toBe(200);
  const row = await find();
  expect(row).toMatchObject({ away_since: daysAgo(2), due: 5, met: 2 });
  expect(rules(row)).toEqual(["rate", "missed"]);
  expect(row?.days.map(({ mark }) => mark)).toEqual(["met", "met", "missed", "missed", "missed", "away", "away"]);
});

test("whoever is new or off the roster today is never named, and no day away counts", async () => {
  const { list, member, clan, find } = await openAttention([0, 0, 0, 0, 0, 0, 0]);
  expect(await find()).toBeDefined();
  const ofMember = { clan_id: clan.id, member_id: member.memberId };
  const days = fc.record({ from: fc.integer({ min: -5, max: 10 }), length: fc.integer({ min: 0, max: 12 }) });
  await fc.assert(
    fc.asyncProperty(days, fc.integer({ min: 0, max: 40 }), fc.boolean(), async ({ from, length }, joined, isAway) => {
      await world.db.deleteFrom("clan_member_away").where("clan_id", "=", clan.id).execute();
      const away = { starts_on: daysAgo(from), ends_on: daysAgo(from - length) };
      if (isAway)
        await world.db
          .insertInto("clan_member_away")
          .values({ ...ofMember, ...away })
          .execute();
      await world.db
        .updateTable("clan_member_spans")
        .set({ starts_on: daysAgo(joined) })
        .where("member_id", "=", member.memberId)
        .execute();
      const mayBeNamed = joined >= 3;
      const named = (await list()).items.map((row) => row.member.id);
      expect(mayBeNamed || !named.includes(member.memberId)).toBe(true);
      const shown = (await list()).items.flatMap((row) => row.days);
      const awayDays = shown.filter(({ day }) => isAway && day >= away.starts_on && day <= away.ends_on);
      expect(awayDays.every(({ due, mark }) => due === 0 && mark !== "missed" && mark !== "missing")).toBe(true);
    }),
    runs(20),
  );
}, 30_000);

test("an officer warns; the player reads it, others do not, and it can be lifted with a reason", async () => {
  const { url, owner, member, officer, clan, find } = await openAttention([0, 0, 0, 0, 0, 0, 0]);
  const ofMember = `${url}/members/${member.memberId}`;
  const given = (await officer.send("POST", `${ofMember}/warnings`, { message: "Please catch up" })).json();
  expect(given).toMatchObject({ state: "active", ends_on: daysAgo(-14), message: "Please catch up" });
  await owner.send("POST", `${ofMember}/notes`, { note: "Talk first" });
  expect((await member.get(`${ofMember}/decisions`)).json()).toMatchObject({ warnings: [{ id: given.id }], notes: [] });
  expect((await officer.get(`${ofMember}/decisions`)).json()).toMatchObject({ notes: [{ note: "Talk first" }] });
  const other = await world.memberOf(clan, "member");
  expect((await other.get(`${ofMember}/decisions`)).statusCode).toBe(403);
  expect(await find()).toMatchObject({ active_warnings: 1, last_warning: { state: "active" } });

  const lift = (reason: string) => owner.send("POST", `${url}/warnings/${given.id}/lift`, { reason });
  expect((await lift("")).statusCode).toBe(400);
  expect((await lift("Caught up")).json()).toMatchObject({ state: "lifted", lifted_reason: "Caught up" });
  expect((await lift("Caught up")).statusCode).toBe(409);
  const audit = await owner.get(`${url}/audit`);
  expect(audit.payload).not.toMatch(/catch up|Talk first/);
  const timeline = (await member.get(`${ofMember}/timeline`)).json().items.map(({ text }: { text: string }) => text);
  expect(timeline).toEqual(expect.arrayContaining(["A warning was lifted.", `Warned, until ${daysAgo(-14)}.`]));
  expect(timeline).not.toContain("Officers wrote a note.");
});

test("a warning is active up to its last day", async () => {
  const { url, owner, member, find } = await openAttention([9, 9, 0, 0, 0, 0, 0]);
  const ofMember = `${url}/members/${member.memberId}`;
  const draft = { message: "Please catch up", ends_after: 14 };
  const { id } = (await owner.send("POST", `${ofMember}/warnings`, draft)).json();
  const endOn = (ends_on: string) =>
    world.db.updateTable("member_warnings").set({ ends_on }).where("id", "=", id).execute();
  const read = async () => (await member.get(`${ofMember}/decisions`)).json().warnings;
  await endOn(daysAgo(0));
  expect(await read()).toMatchObject([{ id, state: "active" }]);
  expect(await find()).toMatchObject({ active_warnings: 1 });
  await endOn(daysAgo(1));
  expect(await read()).toMatchObject([{ id, state: "ended" }]);
  expect(await find()).toMatchObject({ active_warnings: 0 });
});

test("rights follow the row: nobody warns an owner, themselves or, as a maintainer, another maintainer", async () => {
  const { url, owner, officer, clan } = await openAttention();
  const colleague = await world.memberOf(clan, "maintainer");
  const warn = (who: typeof owner, whom: string) =>
    who.send("POST", `${url}/members/${whom}/warnings`, { message: "Please catch up" });
  expect((await warn(officer, owner.memberId)).statusCode).toBe(403);
  expect((await warn(officer, colleague.memberId)).statusCode).toBe(403);
  expect((await warn(owner, owner.memberId)).statusCode).toBe(403);
  expect((await warn(owner, colleague.memberId)).statusCode).toBe(200);
  expect((await officer.send("POST", `${url}/members/${colleague.memberId}/notes`, { note: "Hm" })).statusCode).toBe(
    403,
  );
});

test("what was just decided is taken back by who did it, for a minute", async () => {
  const { url, owner, officer, member } = await openAttention();
  const ofMember = `${url}/members/${member.memberId}`;
  const { id } = (await officer.send("POST", `${ofMember}/warnings`, { message: "Please", ends_after: null })).json();
  expect((await owner.send("DELETE", `${url}/warnings/${id}`)).statusCode).toBe(404);
  expect((await officer.send("DELETE", `${url}/warnings/${id}`)).statusCode).toBe(200);
  const note = (await officer.send("POST", `${ofMember}/notes`, { note: "Hm" })).json();
  await world.db
    .updateTable("member_notes")
    .set({ written_at: new Date(Date.now() - 61_000) })
    .where("id", "=", note.id)
    .execute();
  expect((await officer.send("DELETE", `${url}/notes/${note.id}`)).statusCode).toBe(409);
  const left = (await owner.get(`${ofMember}/decisions`)).json();
  expect([left.warnings.length, left.notes.length]).toEqual([0, 1]);
});

test("a lifted warning is active again for who lifted it, at once; the player's page and standing show active ones", async () => {
  const { url, owner, officer, member, clan } = await openAttention([0, 0, 0]);
  const ofMember = `${url}/members/${member.memberId}`;
  const warn = async (message: string, ends_after: number | null) =>
    (await officer.send("POST", `${ofMember}/warnings`, { message, ends_after })).json().id;
  await warn("First", null);
  const id = await warn("Please catch up", 7);
  const shown = { active: 2, message: "Please catch up", ends_on: daysAgo(-7), given_by: expect.any(String) };
  const standing = async () => (await member.get("/api/me/standing")).json().items[0].warning;
  const warningsOn = async (who = member) => (await who.get(`${ofMember}/page`)).json().warnings;
  expect(await standing()).toMatchObject(shown);
  expect(await warningsOn()).toMatchObject({ total: 2, latest: shown });
  expect(await warningsOn(owner)).toMatchObject({ total: 2, latest: shown });
  expect(await warningsOn(await world.memberOf(clan, "member"))).toBeNull();

  const lift = `${url}/warnings/${id}/lift`;
  expect((await owner.send("DELETE", lift)).statusCode).toBe(404);
  await owner.send("POST", lift, { reason: "Caught up" });
  expect(await standing()).toMatchObject({ active: 1, message: "First", ends_on: null });
  expect((await officer.send("DELETE", lift)).statusCode).toBe(404);
  expect((await member.send("DELETE", lift)).statusCode).toBe(403);
  const both = await Promise.all([owner.send("DELETE", lift), owner.send("DELETE", lift)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(await standing()).toMatchObject(shown);
  await owner.send("POST", lift, { reason: "Caught up" });
  await world.db
    .updateTable("member_warnings")
    .set({ lifted_at: new Date(Date.now() - 61_000) })
    .where("id", "=", id)
    .execute();
  expect((await owner.send("DELETE", lift)).statusCode).toBe(409);
  const timeline = (await owner.get(`${ofMember}/timeline`)).json().items;
  const decided = timeline.filter(({ kind }: { kind: string }) => kind === "decision");
  expect(decided.map(({ text }: { text: string }) => text)).toContain("A lifted warning is active again.");
  expect(decided).toHaveLength(5);
});

test("after so many active warnings removing the player is suggested, never done; ended ones do not count", async () => {
  const { url, owner, member, find } = await openAttention([0, 0, 0, 0, 0, 0, 0]);
  const change = { rules: usualRules, warning_texts: ["{player}: {rate}"], removal_after: 2, version: 0 };
  await owner.send("PUT", `${url}/attention/rules`, change);
  const warn = () =>
    owner.send("POST", `${url}/members/${member.memberId}/warnings`, { message: "Please", ends_after: 7 });
  await warn();
  expect(await find()).toMatchObject({ active_warnings: 1, suggests_removal: false });
  const { id } = (await warn()).json();
  expect(await find()).toMatchObject({ active_warnings: 2, suggests_removal: true });
  await world.db
    .updateTable("member_warnings")
    .set({ ends_on: daysAgo(1) })
    .where("id", "=", id)
    .execute();
  expect(await find()).toMatchObject({ active_warnings: 1, suggests_removal: false, last_warning: { state: "ended" } });
});

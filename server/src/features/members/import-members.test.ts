import { createHash } from "node:crypto";
import { importMembers } from "@clanhall/contract/member-imports";
import { membersMax } from "@clanhall/contract/members";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const of = (clan: { id: string }) => `/api/clans/${clan.id}/members`;

interface Answer {
  rows: {
    index: number;
    name: string;
    state: string;
    similar_to: object | null;
    problem: string | null;
    same_as?: number;
  }[];
  added: number;
}

async function createClan() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const send = (rows: object[], dry_run: boolean, more: object = {}) =>
    owner.send("POST", `${of(clan)}/import`, { rows, dry_run, ...more });
  const preview = async (rows: object[]) => (await send(rows, true)).json<Answer>();
  const run = async (rows: object[], more: object = {}) => (await send(rows, false, more)).json<Answer>();
  return { clan, owner, send, preview, run };
}

const namesOf = async (clan: { id: string }) => {
  const rows = await world.db.selectFrom("clan_members").select("name").where("clan_id", "=", clan.id).execute();
  return rows.map(({ name }) => name).filter((name) => !/^Player [0-9a-f]{8}$/.test(name));
};

test("a preview judges each row and saves nothing", async () => {
  const { clan, owner, preview } = await createClan();
  const draft = { name: "Kara Nightowl", aliases: ["Moonlight"] };
  const kara = (await owner.send("POST", of(clan), draft)).json();
  const answer = await preview([
    { name: "Tom" },
    { name: "KARA  NIGHTOWL" },
    { name: "Kara Nigtowl" },
    { name: "moon-light" },
    { name: "ｔｏｍ" },
    { name: "" },
    { name: "Zo\u0000ë" },
    { name: "Ben", joined_on: "31.12.2025" },
    { name: "Ida", joined_on: "2999-01-01" },
    { name: "Eve", joined_on: "", aliases: ["", " "] },
    { name: "Bartholomew" },
    { name: "Bartholomev" },
  ]);
  expect(importMembers.response.parse(answer)).toEqual(answer);
  const { rows, added } = answer;
  expect(added).toBe(0);
  expect(rows.map(({ state }) => state)).toEqual([
    "new",
    "exists",
    "similar",
    "similar",
    "exists",
    "invalid",
    "invalid",
    "invalid",
    "invalid",
    "new",
    "new",
    "similar",
  ]);
  expect(rows.map(({ same_as }) => same_as ?? null).filter((index) => index !== null)).toEqual([0]);
  expect(rows[4]).toMatchObject({ state: "exists", same_as: 0 });
  expect(rows[2]?.similar_to).toEqual({ id: kara.id, name: "Kara Nightowl" });
  expect(rows[3]?.similar_to).toEqual({ id: kara.id, name: "Kara Nightowl" });
  expect(rows[11]?.similar_to).toEqual({ id: null, name: "Bartholomew", index: 10 });
  expect(rows[5]?.problem).toBe("A player's name needs at least one character.");
  expect(rows[7]?.problem).toBe("Enter a date as YYYY-MM-DD.");
  expect(rows[8]?.problem).toBe("The joined date is in the future.");
  expect(await namesOf(clan)).toEqual(["Kara Nightowl"]);
});

test("a run adds what is new, and of what is similar only what was confirmed", async () => {
  const { clan, run } = await createClan();
  const list = [
    { name: "Bartholomew", joined_on: "2025-03-04", groups: ["Raid"], officer_note: "quiet" },
    { name: "Bartholomev" },
    { name: "Bartholomeo" },
    { name: "" },
  ];
  expect(await run(list, { add_similar: [1, 3, 99] })).toMatchObject({ added: 2 });
  expect((await namesOf(clan)).toSorted()).toEqual(["Bartholomev", "Bartholomew"]);
  const row = await world.db
    .selectFrom("clan_members")
    .innerJoin("clan_member_spans", "clan_member_spans.member_id", "clan_members.id")
    .select(["groups", "officer_note", "starts_on", "ends_on", "joined_at"])
    .where("clan_members.clan_id", "=", clan.id)
    .where("name", "=", "Bartholomew")
    .executeTakeFirst();
  expect(row).toMatchObject({ groups: ["Raid"], officer_note: "quiet", starts_on: "2025-03-04", ends_on: null });
  expect(row?.joined_at.toISOString()).toBe("2025-03-04T00:00:00.000Z");
  const audit = await world.db.selectFrom("clan_audit").selectAll().where("clan_id", "=", clan.id).execute();
  expect(audit.map(({ action, source }) => `${action} ${source}`).toSorted()).toEqual([
    "member.add import",
    "member.add import",
    "member.import import",
  ]);
});

test("a similar name becomes an alias, of a player on the roster or of one in the list", async () => {
  const { clan, owner, run } = await createClan();
  await owner.send("POST", of(clan), { name: "Kara Nightowl" });
  const list = [
    { name: "Kara Nigtowl" },
    { name: "Bartholomew" },
    { name: "Bartholomev" },
    // Looks like the row above, which is not added itself.
    { name: "Bartholomevv" },
    { name: "Bartholomeww" },
  ];
  expect(await run(list, { add_similar: [0], alias_of: [0, 2, 3, 99] })).toMatchObject({ added: 1, aliased: 3 });
  const rows = await world.db
    .selectFrom("clan_members")
    .select(["name", "aliases", "version"])
    .where("clan_id", "=", clan.id)
    .where("id", "!=", owner.memberId)
    .orderBy("name")
    .execute();
  expect(rows).toEqual([
    { name: "Bartholomew", aliases: ["Bartholomev", "Bartholomevv"], version: 1 },
    { name: "Kara Nightowl", aliases: ["Kara Nigtowl"], version: 2 },
  ]);
  const audit = await owner.get(`/api/clans/${clan.id}/audit?action=member.update`);
  expect(audit.json()).toMatchObject({
    items: [{ target: "Kara Nightowl", after: { aliases: ["Kara Nigtowl"] }, source: "import" }],
  });
});

test("a maintainer adds no alias to a player they may not edit, and nobody has more than ten", async () => {
  const { clan, owner, send } = await createClan();
  const maintainer = await world.memberOf(clan, "maintainer");
  await world.db
    .updateTable("clan_members")
    .set({ name: "Kara Nightowl", name_key: "kara nightowl" })
    .where("id", "=", owner.memberId)
    .execute();
  const rows = [{ name: "Kara Nigtowl" }, { name: "Tom" }];
  const body = { rows, dry_run: false, alias_of: [0] };
  expect((await maintainer.send("POST", `${of(clan)}/import`, body)).statusCode).toBe(403);
  expect(await namesOf(clan)).toEqual(["Kara Nightowl"]);
  const many = Array.from({ length: 11 }, (_, index) => ({ name: `Kara Nightow${"abcdefghijk"[index]}` }));
  const answer = await send(many, false, { alias_of: many.keys().toArray() });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ details: [{ path: "alias_of" }] });
});

test("a name of a removed player is free", async () => {
  const { clan, owner, run } = await createClan();
  const kara = (await owner.send("POST", of(clan), { name: "Kara" })).json();
  await owner.send("POST", `${of(clan)}/${kara.id}/mark-removed`);
  expect(await run([{ name: "Kara" }])).toMatchObject({ added: 1, rows: [{ state: "new" }] });
});

test("importing the same list twice adds nothing the second time", async () => {
  const name = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constantFrom("Kara", "kara", "Kára", "Zoë", "Zoe\u0308", "Ｋａｒａ", "Ka\u200bra", "=1+1", "Tom-Tom", "TomTom"),
  );
  const row = fc.record({ name, aliases: fc.array(name, { maxLength: 2 }) }, { requiredKeys: ["name"] });
  const list = fc.array(row, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(list, fc.array(fc.nat(12)), async (rows, add_similar) => {
      const { clan, run } = await createClan();
      const first = await run(rows, { add_similar });
      const names = await namesOf(clan);
      expect(names).toHaveLength(first.added);
      const second = await run(rows, { add_similar });
      expect(second.added).toBe(0);
      expect(await namesOf(clan)).toEqual(names);
    }),
    runs(25),
  );
});

test("identical imports at the same moment add each player once", async () => {
  const { clan } = await createClan();
  const rows = ["Kara", "Bartholomew", "Zoë", "Émile"].map((name) => ({ name }));
  // One account has two imports at a time.
  const people = await Promise.all(Array.from({ length: 6 }, () => world.memberOf(clan, "maintainer")));
  const answers = await Promise.all(
    people.map((person) => person.send("POST", `${of(clan)}/import`, { rows, dry_run: false })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(answers.reduce((sum, answer) => sum + answer.json<Answer>().added, 0)).toBe(4);
  expect(await namesOf(clan)).toHaveLength(4);
});

test("S40: a list that does not fit into the clan adds nobody", async () => {
  const { clan, send } = await createClan();
  await sql`
    insert into clan_members (clan_id, name, name_key)
    select ${clan.id}, 'p' || n, 'p' || n from generate_series(1, ${membersMax - 2}) n
  `.execute(world.db);
  const answer = await send([{ name: "Kara" }, { name: "Tom" }], false);
  expect(answer.json()).toMatchObject({ error: "conflict", message: "A clan can have at most 5,000 players" });
  expect((await namesOf(clan)).filter((name) => !/^p\d+$/.test(name))).toEqual([]);
});

test("S55: 2,000 full rows are one import, and ten megabytes are refused", async () => {
  const { clan, send, run } = await createClan();
  const word = (n: number) => createHash("sha256").update(String(n)).digest("hex").slice(0, 16);
  const rows = Array.from({ length: 2_000 }, (_, n) => ({
    name: `Player of clan ${word(n)}`,
    aliases: [`Alias ${word(n)}`],
    groups: ["Raid team", "Second group"],
    public_note: "plays in the evening ".repeat(10),
    officer_note: "asked to be invited ".repeat(10),
    joined_on: "2025-01-01",
  }));
  expect(await run(rows)).toMatchObject({ added: 2_000 });
  expect((await send([...rows, { name: "One more" }], false)).statusCode).toBe(400);
  const huge = await send([{ name: "x".repeat(10 * 1024 * 1024) }], false);
  expect(huge.statusCode).toBe(413);
  expect(huge.json()).toMatchObject({ error: "payload_too_large" });
  const roster = await world.db.selectFrom("clan_members").select("id").where("clan_id", "=", clan.id).execute();
  expect(roster).toHaveLength(2_001);
});

test("imports are for managers of this clan", async () => {
  const { clan } = await createClan();
  const body = { rows: [{ name: "Kara" }], dry_run: false };
  const member = await world.memberOf(clan, "member");
  const outsider = await world.memberOf(await world.clan(), "owner");
  expect((await member.send("POST", `${of(clan)}/import`, body)).statusCode).toBe(403);
  expect((await outsider.send("POST", `${of(clan)}/import`, body)).statusCode).toBe(404);
  expect(await namesOf(clan)).toEqual([]);
});

test.each([{ rows: [] }, { rows: [{ name: "Kara", role: "owner" }] }, { rows: [{ name: 5 }] }, { rows: "Kara" }])(
  "S06: %j is refused",
  async (body) => {
    const { clan, owner } = await createClan();
    expect((await owner.send("POST", `${of(clan)}/import`, { ...body, dry_run: false })).statusCode).toBe(400);
  },
);

import { type Activity, activeActivitiesMax } from "@clanhall/contract/activities";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { describe, expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

interface Outcome {
  added: Activity[];
  skipped: { name: string; problem: string }[];
}

const today = new Date().toISOString().slice(0, 10);
const of = (clan: { id: string }) => `/api/clans/${clan.id}/activities`;

async function createClan() {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const create = async (draft: object) =>
    (await owner.send("POST", of(clan), { short_label: "A", ...draft })).json<Activity>();
  const list = async () => (await owner.get(of(clan))).json<{ items: Activity[] }>().items;
  const send = (path: string, body: object) => owner.send("POST", `${of(clan)}/${path}`, body);
  return { clan, owner, create, list, send };
}

/** The owner as a member of a further clan, with a role there. */
async function join(userId: string, role: "maintainer" | "member") {
  const clan = await world.clan();
  const guest = { clan_id: clan.id, user_id: userId, name: "Guest", name_key: "guest", role };
  await world.db.insertInto("clan_members").values(guest).execute();
  return clan;
}

const auditOf = (clan: { id: string }) =>
  world.db.selectFrom("clan_audit").selectAll().where("clan_id", "=", clan.id).orderBy("at").execute();
const namesOf = (activities: { name: string }[]) => activities.map(({ name }) => name);

describe("a copy", () => {
  test("brings the active ones with today's scoring, and begins anew", async () => {
    const { clan, owner, create, list, send } = await createClan();
    const source = await join(owner.userId, "maintainer");
    await addActivity(world.db, source.id, {
      name: "Raids",
      position: 0,
      points_per_unit: 2.5,
      daily_cap: 4,
      weekdays: [1, 3],
      color: "moss",
      start_date: "2025-01-01",
      end_date: "2025-02-01",
    });
    await addActivity(world.db, source.id, { name: "Soon", position: 1, start_date: addDays(today, 9) });
    await addActivity(world.db, source.id, { name: "Old", position: 2, is_active: false });
    await create({ name: "soon" });

    const outcome = (await send("copy", { from_clan_id: source.id })).json<Outcome>();
    expect(outcome.added).toMatchObject([
      {
        name: "Raids",
        points_per_unit: 2.5,
        daily_cap: 4,
        weekdays: [1, 3],
        color: "moss",
        start_date: today,
        end_date: null,
        position: 1,
        rules: [{ effective_from: today }],
      },
    ]);
    expect(outcome.skipped).toEqual([{ name: "Soon", problem: "There is already an activity called soon." }]);
    expect((await list()).slice(1)).toEqual(outcome.added);
    expect((await auditOf(clan)).map(({ action }) => action)).toEqual([
      "activity.create",
      "activity.create",
      "activity.copy",
    ]);
  });

  test("brings the chosen ones, archived ones too", async () => {
    const { owner, send } = await createClan();
    const source = await join(owner.userId, "maintainer");
    await addActivity(world.db, source.id, { name: "Raids" });
    const id = await addActivity(world.db, source.id, { name: "Old", is_active: false });
    const outcome = (await send("copy", { from_clan_id: source.id, activity_ids: [id, id] })).json<Outcome>();
    expect(outcome.added).toMatchObject([{ name: "Old", active: true }]);
    expect(namesOf(outcome.skipped)).toEqual(["Old"]);
  });

  test("S03: finds no clan that is not one's own, and no activity of a third one", async () => {
    const { owner, list, send } = await createClan();
    const foreign = await createClan();
    const { id } = await foreign.create({ name: "Secret" });
    const unknown = await send("copy", { from_clan_id: crypto.randomUUID() });
    const strange = await send("copy", { from_clan_id: foreign.clan.id });
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, "Clan not found"]);
    expect([strange.statusCode, strange.json().message]).toEqual([404, "Clan not found"]);
    const own = await join(owner.userId, "maintainer");
    const mixed = await send("copy", { from_clan_id: own.id, activity_ids: [id] });
    expect(mixed.json().message).toBe("Activity not found");
    expect(await list()).toEqual([]);
  });

  test("is not for the plain members of the other clan, nor once they have left it", async () => {
    const { owner, send } = await createClan();
    const source = await join(owner.userId, "member");
    expect((await send("copy", { from_clan_id: source.id })).statusCode).toBe(403);
    const left = await join(owner.userId, "maintainer");
    await world.db.updateTable("clan_members").set({ status: "removed" }).where("clan_id", "=", left.id).execute();
    expect((await send("copy", { from_clan_id: left.id })).statusCode).toBe(404);
  });
});

describe("a template", () => {
  const findGame = () =>
    world.db.selectFrom("games").selectAll().where("slug", "=", "clash-royale").executeTakeFirstOrThrow();

  test("adds what the clan does not have yet; twice adds nothing", async () => {
    const { clan, create, send } = await createClan();
    const { id, templates } = await findGame();
    const [template] = templates;
    const [first, ...others] = namesOf(template?.activities ?? []);
    await create({ name: first?.toUpperCase() });
    const choice = { game_id: id, key: template?.key };
    const outcome = (await send("template", choice)).json<Outcome>();
    expect([namesOf(outcome.added), namesOf(outcome.skipped)]).toEqual([others, [first]]);
    expect(outcome.added[0]?.start_date).toBe(today);
    expect((await send("template", choice)).json().added).toEqual([]);
    expect((await auditOf(clan)).filter(({ action }) => action === "activity.template")).toHaveLength(1);
  });

  test.each([
    ["game_id", () => ({ game_id: crypto.randomUUID(), key: "river-race" })],
    ["key", async () => ({ game_id: (await findGame()).id, key: "nope" })],
  ])("that does not exist is refused by its %s", async (path, choose) => {
    const { send } = await createClan();
    const answer = await send("template", await choose());
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
  });

  test("of every game in the catalogue fits", async () => {
    const games = await world.db.selectFrom("games").select(["id", "templates"]).execute();
    for (const { id, templates } of games) {
      for (const { key, activities } of templates) {
        const { send } = await createClan();
        const outcome = (await send("template", { game_id: id, key })).json<Outcome>();
        expect([namesOf(outcome.added), outcome.skipped]).toEqual([namesOf(activities), []]);
      }
    }
  });
});

describe("a file", () => {
  const toFile = (...activities: object[]) => ({ format: "clanhall-activities", format_version: 1, activities });

  test("that one clan exports is what another one imports", async () => {
    const { clan, owner, create, list } = await createClan();
    await create({
      name: "Raids",
      points_per_unit: 0.1,
      weekdays: [6, 7],
      missing_points: -2,
      description: "Bring food",
    });
    await create({ name: "Present", value_type: "yes_no", aggregate: "days_done", daily_target: 1 });
    await addActivity(world.db, clan.id, { name: "Old", is_active: false });
    const file = await owner.get(`/api/clans/${clan.id}/activities.json`);
    expect(file.headers).toMatchObject({
      "content-type": expect.stringContaining("application/json"),
      "content-disposition": 'attachment; filename="clanhall-activities.json"',
    });
    const other = await createClan();
    const outcome = (await other.send("import", { set: file.json(), dry_run: false })).json<Outcome>();
    expect(outcome.skipped).toEqual([]);
    const withoutIds = (activities: Activity[]) => activities.map(({ id: _id, clan_id: _clan, ...rest }) => rest);
    expect(withoutIds(outcome.added)).toEqual(withoutIds((await list()).filter(({ active }) => active)));
    expect((await auditOf(other.clan)).at(-1)).toMatchObject({ action: "activity.import", source: "import" });
  });

  test("is tried first, and nothing is written then", async () => {
    const { clan, create, list, send } = await createClan();
    await create({ name: "Raids" });
    const before = await list();
    const set = toFile(
      { name: "RAIDS", short_label: "R" },
      { name: "New", short_label: "N" },
      { name: "new", short_label: "N" },
      { name: "Odd", short_label: "O", value_type: "yes_no", daily_cap: 5 },
    );
    const tried = (await send("import", { set, dry_run: true })).json<Outcome>();
    expect(namesOf(tried.added)).toEqual(["New"]);
    expect(tried.skipped).toEqual([
      { name: "RAIDS", problem: "There is already an activity called Raids." },
      { name: "new", problem: "There is already an activity called New." },
      { name: "Odd", problem: "Yes counts as 1: enter at most 1." },
    ]);
    expect(await list()).toEqual(before);
    expect(await auditOf(clan)).toHaveLength(1);
    const done = (await send("import", { set, dry_run: false })).json<Outcome>();
    expect([namesOf(done.added), done.skipped]).toEqual([["New"], tried.skipped]);
  });

  test.each([
    [{ format: "other", format_version: 1, activities: [{ name: "A", short_label: "A" }] }, "set.format"],
    [toFile(), "set.activities"],
    [toFile({ name: "A", short_label: "A" }, { name: "B" }), "set.activities.1.short_label"],
  ])("that is not one of ours is refused: %o", async (set, path) => {
    const { send } = await createClan();
    const answer = await send("import", { set, dry_run: true });
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
  });

  test("S40: with more than there is room for fills the room, however often it is sent at once", async () => {
    const { clan, list, send } = await createClan();
    for (let turn = 3; turn < activeActivitiesMax; turn += 1) await addActivity(world.db, clan.id);
    const set = toFile(...Array.from({ length: 5 }, (_, turn) => ({ name: `New ${turn}`, short_label: "N" })));
    const answers = await Promise.all([1, 2, 3].map(() => send("import", { set, dry_run: false })));
    const added = answers.flatMap((answer) => answer.json<Outcome>().added);
    expect(namesOf(added)).toEqual(["New 0", "New 1", "New 2"]);
    expect(await list()).toHaveLength(activeActivitiesMax);
  });
});

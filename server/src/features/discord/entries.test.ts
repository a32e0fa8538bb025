import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { openEntries } from "../../testing/entries.ts";
import { type DiscordWorld, openDiscordWorld } from "../../testing/fake-discord-app.ts";

let opened: DiscordWorld;
beforeAll(async () => {
  opened = await openDiscordWorld();
});
afterAll(() => opened.close());

interface FormField {
  label: string;
  component: { custom_id: string };
}

/** A member's own clan with a channel; they enter all activities of these. */
async function openClan(activities: Parameters<typeof addActivity>[2][]) {
  const { discord, world } = opened;
  const context = await openEntries(world, { name: "Raids", entry_by: "members" });
  await context.allow({ members_enter_own: true });
  const ids: string[] = [];
  for (const fields of activities) ids.push(await addActivity(world.db, context.clan.id, fields));
  const server = await opened.connect(context.clan, context.owner);
  const { guildId, channelId } = server;
  const person = await opened.link(context.member);
  const talk = (sent: object) => discord.talk(world, person, { ...sent, guildId, channelId });
  // A form cannot follow what was announced, so a machine that is busy is asked again.
  const openForm = () =>
    vi.waitFor(async () => {
      const { first } = await talk({ name: "enter" });
      expect(first.type).toBe(9);
      const fields: FormField[] = first.data.components;
      return {
        customId: first.data.custom_id,
        idOf: new Map(fields.map((one) => [one.label, one.component.custom_id])),
      };
    }, 15_000);
  const entered = async () =>
    (
      await world.db
        .selectFrom("entries")
        .select(["activity_id", "value"])
        .where("clan_id", "=", context.clan.id)
        .execute()
    ).map(({ activity_id, value }) => [activity_id, value]);
  return { ...context, ...server, ids, person, talk, openForm, entered };
}

test("a value of the form that cannot be is refused in its line, and the others are saved with their Undo", async () => {
  const { ids, activityId, talk, openForm, entered, owner, url } = await openClan([
    { name: "Gifts", entry_by: "members", max_value: 10 },
    { name: "Wars", entry_by: "members" },
    { name: "Hunts", entry_by: "members" },
  ]);
  const { customId, idOf } = await openForm();
  const [gifts = "", wars = "", hunts = ""] = ids;
  await owner.send("DELETE", `${url}/activities/${hunts}`);
  const typed = { Raids: "3", Gifts: "11", Hunts: "2", Wars: "4" };
  const fields = Object.fromEntries(Object.entries(typed).map(([label, text]) => [idOf.get(label) ?? "", text]));
  const { data } = await talk({ type: 5, customId, fields });
  const lines = data.content.split("\n");
  expect(lines[0]).toMatch(/^\*\*Raids\*\* of Player .*: – → 3/u);
  expect(lines[1]).toMatch(/^\*\*Gifts\*\*: .*10/u);
  expect(lines[2]).toBe("An activity of this form is gone.");
  expect(lines[3]).toMatch(/^\*\*Wars\*\* of Player .*: – → 4/u);
  expect(data.components.map(({ components: [button] }: { components: { label: string }[] }) => button?.label)).toEqual(
    ["Undo", "Undo"],
  );
  expect(await entered()).toEqual(
    expect.arrayContaining([
      [activityId, 3],
      [wars, 4],
    ]),
  );
  expect((await entered()).map(([id]) => id)).not.toContain(gifts);
});

test("a form that fails midway says what is saved of it, and where to find the rest", async () => {
  const { world } = opened;
  const { activityId, talk, openForm, entered } = await openClan([{ name: "Gifts", entry_by: "members" }]);
  const { customId, idOf } = await openForm();
  await sql`
    create function break_entry() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger break_entry before insert on entries for each row when (new.value = 666) execute function break_entry()
  `.execute(world.db);
  const fields = { [idOf.get("Raids") ?? ""]: "3", [idOf.get("Gifts") ?? ""]: "666" };
  const { data } = await talk({ type: 5, customId, fields });
  await sql`drop trigger break_entry on entries`.execute(world.db);
  const [raids, rest] = data.content.split("\n");
  expect(raids).toMatch(/^\*\*Raids\*\* of Player .*: – → 3/u);
  expect(rest).toMatch(/^The rest went wrong on our side \(.+\)\. Send \/enter again for what is still missing\.$/u);
  expect(await entered()).toEqual([[activityId, 3]]);
});

test("/me offers Enter only while something is due that the caller may enter", async () => {
  const { ask, person, put, owner, cell } = await openClan([{ name: "Gifts", entry_by: "maintainers" }]);
  const buttons = async () =>
    JSON.stringify((await ask(person, "me")).data.components)
      .match(/"label":"\w+"/gu)
      ?.join() ?? "";
  expect(await buttons()).toContain("Enter");
  await put(owner, [cell({ value: 5 })]);
  expect(await buttons()).not.toContain("Enter");
});

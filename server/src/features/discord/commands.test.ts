import { afterAll, beforeAll, expect, test } from "vitest";
import { addBoard } from "../../testing/board-results.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import {
  type DiscordWorld,
  type FakeDiscordApp,
  openDiscordWorld,
  type Person,
  toDeliveryApp,
} from "../../testing/fake-discord-app.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import type { TestApp } from "../../testing/test-app.ts";
import { openBot } from "../webhooks/index.ts";
import { registerCommands } from "./commands.ts";

let discord: FakeDiscordApp;
let world: TestApp;
let opened: DiscordWorld;
beforeAll(async () => {
  opened = await openDiscordWorld();
  ({ discord, world } = opened);
});
afterAll(() => opened.close());

async function openClan() {
  const context = await openEntries(world, { name: "Raids", entry_by: "members" });
  await context.allow({ members_enter_own: true, members_see_values: false });
  const boardId = await addBoard(world, context.clan.id, [context.activityId], { title: "Top raiders" });
  return { ...context, boardId, ...(await opened.connect(context.clan, context.owner)) };
}

const shorten = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
/** Limits are proved elsewhere. */
const forgetLimits = () => opened.forgetLimits();

const refusals: Record<string, RegExp> = {
  "no right": /Your role in Night Owls does not allow this\./u,
  "not in the clan": /^This server's clan does not list you\.$/u,
  "not linked": /^I do not know your player yet\. Open Account → My players, get a code, and send \/link\.$/u,
  "no code": /^This code is not valid/u,
};

/** What came of an interaction, in a word. */
function toOutcome(answer: { first: { type: number }; data?: { content?: string; choices?: unknown[] } }): string {
  if (answer.first.type === 9) return "form";
  if (answer.first.type === 8) return `${answer.data?.choices?.length ?? 0} choices`;
  const content = answer.data?.content ?? "";
  return Object.keys(refusals).find((name) => refusals[name]?.test(content)) ?? "done";
}

type Clan = Awaited<ReturnType<typeof openClan>>;

/** Each command with each way of using it that is allowed or not by itself. A command without a line fails the test. */
const uses: Record<string, Record<string, (other: string) => Record<string, string>>> = {
  me: { "/me": () => ({}) },
  rank: { "/rank": () => ({}), "/rank other": (player) => ({ player }) },
  today: { "/today": () => ({}), "/today shown": () => ({ show: "everyone" }) },
  board: { "/board": () => ({}), "/board me": () => ({ show: "me" }) },
  enter: {
    "/enter": () => ({ activity: "Raids", value: "3" }),
    "/enter other": (player) => ({ activity: "Raids", value: "3", player }),
  },
  away: {
    "/away": () => ({ from: daysAgo(-40), to: daysAgo(-40) }),
    "/away other": (player) => ({ from: daysAgo(-50), to: daysAgo(-50), player }),
  },
  link: { "/link": () => ({ code: "P-0000-0000" }) },
  help: { "/help": () => ({}) },
};

/** What the buttons below answers are called; one without a line here fails the test. */
const buttonNames = ["where", "fill", "undo", "over"];

/** How many each option suggests to somebody who manages four players; options without a line fail the test. */
const suggestions: Record<string, number> = {
  "me clan": 1,
  "rank player": 4,
  "rank board": 1,
  "rank clan": 1,
  "today clan": 1,
  "board board": 1,
  "board period": 0,
  "board clan": 1,
  "enter activity": 1,
  "enter player": 4,
  "enter clan": 1,
  "away player": 4,
  "away clan": 1,
};

interface Registered {
  name: string;
  options: { name: string; autocomplete?: boolean }[];
}

/** The commands as Discord is given them. */
async function readCommands(): Promise<Registered[]> {
  const bot = openBot(toDeliveryApp(discord), { discordApi: discord.api });
  if (!bot) throw new Error("there is no app");
  await registerCommands(world.db, bot, recordedLog(), true);
  const call = discord.calls.findLast(({ method, path }) => method === "PUT" && path.endsWith("/commands"));
  return call?.body as unknown as Registered[];
}

const pressed = new Set<string>();

/** Every command, button, form and suggestion, by one person; those that write do so to somebody else's player. */
async function tryEverything({ guildId, channelId, ask, ...clan }: Clan, person: Person) {
  const { member: other, activityId, boardId, owner, put, cell } = clan;
  const said: Record<string, string> = {};
  const here = { guildId, channelId };
  const note = async (name: string, sent: Promise<Parameters<typeof toOutcome>[0]>) => {
    const answer = await sent;
    said[name] = toOutcome(answer);
    for (const [, id = ""] of JSON.stringify(answer).matchAll(/"custom_id":"(\w+):/gu)) pressed.add(id);
  };
  const press = (customId: string) =>
    discord.talk(world, person, { type: 3, customId, messageAt: new Date(), ...here });
  const enterForOther = async (value: number) => {
    const { versions } = (await put(owner, [cell({ value })])).json();
    return versions[0].version as number;
  };
  for (const [command, ways] of Object.entries(uses)) {
    for (const [name, toOptions] of Object.entries(ways)) {
      await note(name, ask(person, command, toOptions(other.memberId)));
    }
  }
  await forgetLimits();
  await note("button where", press(`where:${boardId}`));
  await note("button fill", press(`fill:${clan.clan.id}`));
  const day = daysAgo(0);
  const first = await enterForOther(20 + Math.floor(Math.random() * 1_000));
  await note("button undo", press(`undo:${other.memberId}:${activityId}:${day}:${first}`));
  const second = await enterForOther(2_000 + Math.floor(Math.random() * 1_000));
  await note("button over", press(`over:${shorten(other.memberId)}:${shorten(activityId)}:${day}:${second}:7`));
  const form = `form:${shorten(clan.clan.id)}:${shorten(other.memberId)}:${day}`;
  const fields = { [`${activityId}:0`]: "9" };
  await note("form", discord.talk(world, person, { type: 5, customId: form, fields, ...here }));
  for (const key of Object.keys(suggestions)) {
    const [name = "", focused = ""] = key.split(" ");
    const typed = { type: 4, name, focused, options: { [focused]: "" }, ...here };
    await note(`suggest ${key}`, discord.talk(world, person, typed));
  }
  await forgetLimits();
  return said;
}

const listUses = () => Object.values(uses).flatMap((ways) => Object.keys(ways));

/** The same answer to all of them, where nothing is known of the clan. */
function refusedWith(text: string, help: string) {
  return Object.fromEntries([
    ...[...listUses(), ...buttonNames.map((name) => `button ${name}`), "form"].map((name) => [name, text]),
    ...Object.keys(suggestions).map((name) => [`suggest ${name}`, "0 choices"]),
    ["/link", "no code"],
    ["/help", help],
  ]);
}

const ofManagers = {
  ...refusedWith("done", "done"),
  ...Object.fromEntries(Object.entries(suggestions).map(([name, count]) => [`suggest ${name}`, `${count} choices`])),
};

test("every command, every option that suggests and every button has its line in the table of who may do what", async () => {
  const commands = await readCommands();
  expect(commands.map(({ name }) => name).toSorted()).toEqual(Object.keys(uses).toSorted());
  const suggesting = commands.flatMap(({ name, options }) =>
    options.filter(({ autocomplete }) => autocomplete).map((option) => `${name} ${option.name}`),
  );
  expect(suggesting.toSorted()).toEqual(Object.keys(suggestions).toSorted());
});

test("S71: eight commands, five buttons and forms, thirteen suggestions: who may do what", async () => {
  const clan = await openClan();
  const people = {
    maintainer: await world.memberOf(clan.clan, "maintainer"),
    member: await world.memberOf(clan.clan, "member"),
    former: await world.memberOf(clan.clan, "member"),
    removed: await world.memberOf(clan.clan, "maintainer"),
  };
  const outsider = await opened.link(await world.user());
  const links = Object.fromEntries(
    await Promise.all(
      Object.entries({ owner: clan.owner, ...people }).map(async ([name, who]) => [name, await opened.link(who)]),
    ),
  ) as Record<"owner" | keyof typeof people, Person>;
  const end = (memberId: string, status: "inactive" | "removed") =>
    world.db.updateTable("clan_members").set({ status }).where("id", "=", memberId).execute();
  await end(people.former.memberId, "inactive");
  await end(people.removed.memberId, "removed");

  expect(await tryEverything(clan, links.owner), "owner").toEqual(ofManagers);
  expect(await tryEverything(clan, links.maintainer), "maintainer").toEqual(ofManagers);
  expect(await tryEverything(clan, links.member), "member").toEqual({
    ...ofManagers,
    ...Object.fromEntries(
      ["/rank other", "/today shown", "/enter other", "/away other", "button undo", "button over", "form"].map(
        (name) => [name, "no right"],
      ),
    ),
    "suggest rank player": "1 choices",
    "suggest enter player": "1 choices",
    "suggest away player": "1 choices",
  });
  for (const [name, person] of Object.entries({ outsider, former: links.former, removed: links.removed })) {
    expect(await tryEverything(clan, person), name).toEqual(refusedWith("not in the clan", "done"));
  }
  expect(await tryEverything(clan, discord.person()), "not linked").toEqual(refusedWith("not linked", "not linked"));
  // Whatever could be pressed below an answer was tried.
  expect([...pressed].filter((name) => ![...buttonNames, "form"].includes(name))).toEqual([]);
}, 120_000);

/** Names that try to be something else. */
const hostile = [
  "@everyone",
  "@here @everyone <@&1>",
  "<@123456789012345678>",
  "<#1> <:x:1> </me:1> <t:0:R>",
  "```\n@everyone\n```",
  "`code` **bold** __under__ ~~gone~~ ||spoiler||",
  "# Heading\n> quote\n- point",
  "[free nitro](https://evil.example/)",
  "https://evil.example/ discord.gg/evil",
  String.raw`\@everyone \\@everyone \*`,
  "\u202E\u2066enoyreve@\u202C",
  "\u200B\u200D\uFEFF\u2060",
  "👩‍👩‍👧‍👦🏳️‍🌈".repeat(30),
  "\uD83D\uDC69".repeat(60),
  "Z̸͍̈́a̷l̶g̴o".repeat(20),
  "ﷺ".repeat(60),
  "x".repeat(4_096),
  "\\".repeat(4_096),
  "*".repeat(300),
  "`".repeat(300),
  "'; drop table clan_members; --",
  "<script>alert(1)</script> ${7*7} {{7*7}} %s%n",
  "null undefined NaN -1 1e308",
];

const unescaped = /(?<!\\)(?:\\\\)*(?:@(?:everyone|here)|<[@#:/t]|`|\[)/u;

interface Shown {
  content?: string;
  allowed_mentions?: unknown;
  embeds?: { title: string; description: string }[];
  components?: { label?: string; components?: { label: string; custom_id?: string; url?: string }[] }[];
  choices?: { name: string; value: string }[];
  title?: string;
  custom_id?: string;
}

/** What Discord would refuse in an answer, or show as something else than text. */
function findProblems(type: number, shown: Shown): string[] {
  const { content = "", embeds = [], components = [], choices = [], title = "", custom_id = "" } = shown;
  const buttons = components.flatMap((one) => one.components ?? []);
  const lengths: [text: string, max: number][] = [
    [content, 2_000],
    [embeds.map((one) => one.title + one.description).join(""), 6_000],
    ...embeds.flatMap((one): [string, number][] => [
      [one.title, 256],
      [one.description, 4_096],
    ]),
    ...buttons.flatMap((one): [string, number][] => [
      [one.label, 80],
      [one.custom_id ?? "", 100],
      [one.url ?? "", 512],
    ]),
    ...choices.flatMap((one): [string, number][] => [
      [one.name, 100],
      [one.value, 100],
    ]),
    [title, 45],
    [custom_id, 100],
    ...components.map(({ label = "" }): [string, number] => [label, 45]),
  ];
  const texts = [content, ...embeds.flatMap((one) => [one.title, one.description])];
  const isMessage = type === 4 || type === 5;
  return [
    ...lengths.filter(([text, max]) => text.length > max).map(([text]) => `too long: ${text.slice(0, 40)}`),
    ...lengths.filter(([text]) => !text.isWellFormed()).map(([text]) => `half a character: ${text.slice(0, 40)}`),
    // The time of a conflict is Discord's own sign.
    ...texts.filter((text) => unescaped.test(text.replaceAll(/<t:\d+:R>/gu, ""))).map((text) => `markup: ${text}`),
    ...(choices.length > 25 || choices.some(({ name }) => name === "") ? ["choices"] : []),
    ...(isMessage && JSON.stringify(shown.allowed_mentions) !== '{"parse":[]}' ? ["mentions"] : []),
    ...(content.includes("went wrong on our side") ? ["failed"] : []),
  ];
}

test("hostile names mention nobody and fit Discord's lengths, through every command", async () => {
  const clan = await openClan();
  const { owner, member, activityId, boardId, guildId, channelId } = clan;
  const [boss, kara] = [await opened.link(owner), await opened.link(member)];
  await clan.put(owner, [clan.cell({ value: 5 })]);
  for (const [turn, name] of hostile.entries()) {
    const set = (table: "clan_members" | "clans" | "activities", id: string) =>
      world.db.updateTable(table).set({ name }).where("id", "=", id).execute();
    await set("clans", clan.clan.id);
    await set("clan_members", owner.memberId);
    await set("clan_members", member.memberId);
    await set("activities", activityId);
    await world.db.updateTable("activities").set({ short_label: name }).where("id", "=", activityId).execute();
    await world.db.updateTable("scoreboards").set({ title: name }).where("id", "=", boardId).execute();
    const here = { guildId, channelId };
    const options = (more: Record<string, string> = {}) => ({ options: more, ...here });
    const sent = [
      { name: "me", ...options() },
      { name: "rank", ...options({ player: member.memberId, board: boardId }) },
      { name: "rank", ...options({ player: name, board: name }) },
      { name: "today", ...options() },
      { name: "today", ...options({ show: "everyone", day: name }) },
      { name: "today", ...options({ show: "everyone" }) },
      { name: "board", ...options({ board: boardId, show: "me" }) },
      { name: "board", ...options({ board: name, period: name }) },
      { name: "enter", ...options() },
      { name: "enter", ...options({ activity: activityId, value: "5", player: member.memberId }) },
      { name: "enter", ...options({ activity: name, value: name, player: name, day: name }) },
      { name: "enter", ...options({ activity: activityId, value: name }) },
      { name: "away", ...options({ from: name, to: name, reason: name, player: name }) },
      { name: "away", ...options({ from: "2020-01-01", to: "2019-01-01", player: member.memberId }) },
      { name: "link", ...options({ code: name }) },
      { name: "help", ...options() },
      { type: 3, customId: `where:${boardId}`, ...here },
      { type: 3, customId: `where:${name}`.slice(0, 100), ...here },
      { type: 4, name: "rank", focused: "player", ...options({ player: "" }) },
      { type: 4, name: "enter", focused: "activity", ...options({ activity: "" }) },
      { type: 4, name: "me", focused: "clan", ...options({ clan: name }) },
      { type: 4, name: "board", focused: "board", ...options({ board: "" }) },
    ];
    const people = [boss, { ...kara, username: name }];
    // Taking turns, the two meet half of the names each; with all cases of property tests, each meets all.
    for (const person of process.env.FC_RUNS === "full" ? people : people.slice(turn % 2, (turn % 2) + 1)) {
      await forgetLimits();
      for (const [index, one] of sent.entries()) {
        if (index === 12) await forgetLimits();
        const { first, data } = await discord.talk(world, person, one);
        expect(findProblems(first.type, data), JSON.stringify(one).slice(0, 200)).toEqual([]);
      }
    }
  }
}, 240_000);

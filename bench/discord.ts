import { type FakeDiscordApp, snowflake, startFakeDiscordApp } from "../server/src/testing/fake-discord-app.ts";
import { createClan } from "./bench-clan.ts";
import { median, type Measured, percentile, toUnits } from "./measure.ts";
import { startScript } from "./processes.ts";
import { call, fillDatabase, getProduct, signUp } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

const players = 50;
/** As many as limits allow within a minute: 20 for each of the linked players, 120 for each server. */
const calls = 600;
const atOnce = 20;
const servers = 6;
const today = new Date().toISOString().slice(0, 10);

type Server = Pick<FakeDiscordApp, "guildId" | "channelId">;

const getBot = fixture("a clan with linked players in six Discord servers", async () => {
  const { env } = await getProduct();
  const { token } = await signUp("lord");
  const discord = await startFakeDiscordApp();
  const instance = await startScript("bench/board-instance.ts", { ...env, ...discord.env });
  const [beside = ""] = instance.line.split(" ");
  const clan = await createClan(beside, token, players, 5);
  await clan.fillMonth(today);
  const activities = [...new Set(clan.cells(Infinity, 0).map(({ activity_id }) => activity_id))];
  const draft = { title: "Raiders", activities: activities.map((activity_id) => ({ activity_id })) };
  await call(`${beside}/api/clans/${clan.id}/scoreboards`, { token, method: "POST", body: draft });
  const people = Array.from({ length: players }, (_, index) => discord.person(`player${index}`));
  await fillDatabase((run) => run(linkPlayers, [clan.id, people.map(({ id }) => id)]));
  const rooms: Server[] = [];
  for (let count = 0; count < servers; count++) {
    const room = { guildId: snowflake(), channelId: snowflake() };
    const path = `${beside}/api/clans/${clan.id}/discord/codes`;
    const { code } = await call<{ code: string }>(path, { token, method: "POST", body: {} });
    const link = { name: "link", options: { code }, permissions: "32", ...room };
    await send(beside, discord.signed(discord.person("lord"), link));
    rooms.push(room);
  }
  return { beside, discord, people, rooms };
});

/** Each player gets an account, and each account one of the people at Discord. */
const linkPlayers = `
  with pair as (
    select member.id as member_id, gen_random_uuid() as user_id, ($2::text[])[row_number() over (order by member.id)] as discord_id
    from clan_members as member where member.clan_id = $1 and member.user_id is null
  ), made as (
    insert into users (id, email, display_name) select user_id, user_id || '@bench.example', 'Player' from pair
  ), linked as (
    insert into discord_links (user_id, discord_user_id, name) select user_id, discord_id, 'player' from pair
  )
  update clan_members set user_id = pair.user_id from pair where clan_members.clan_id = $1 and clan_members.id = pair.member_id`;

async function send(address: string, signed: ReturnType<FakeDiscordApp["signed"]>) {
  const began = performance.now();
  const answer = await fetch(`${address}/api/discord/interactions`, { method: "POST", ...signed });
  const ms = performance.now() - began;
  if (answer.status !== 200) throw new Error(`an interaction was answered ${answer.status}`);
  const { type, data } = (await answer.json()) as { type: number; data?: { content?: string } };
  if (data?.content?.includes("went wrong") || data?.content?.includes("That was quick")) throw new Error(data.content);
  return { type, ms };
}

/** Two of eight are suggestions while somebody types. */
const mix = ["me", "rank", "today", "typing", "help", "enter", "board", "typing"];
const typing = { type: 4, name: "rank", focused: "player", options: { player: "Pla" } };

/** Discord takes an answer within three seconds; what is announced comes later and has to be announced in time too. */
async function measureAnswers(): Promise<Measured> {
  const { beside, discord, people, rooms } = await getBot();
  const answers: Awaited<ReturnType<typeof send>>[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < calls; index = next++) {
      const [person, room] = [people[index % people.length], rooms[index % rooms.length]];
      if (!person || !room) throw new Error("there is nobody to ask");
      const name = mix[index % mix.length] ?? "me";
      const sent = { ...room, ...(name === "typing" ? typing : { name }) };
      answers.push(await send(beside, discord.signed(person, sent)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  if (slowest >= 3_000) throw new Error(`an interaction was answered after ${Math.round(slowest)} ms`);
  const times = answers.filter(({ type }) => type !== 5).map(({ ms }) => ms);
  const value = percentile(times, 0.99);
  const announced = answers.length - times.length;
  return { value, ours: `${Math.round(value)} ms (p50 ${Math.round(median(times))} ms, ${announced} announced)` };
}

export const discordUnits = toUnits("discord", [
  {
    id: "discord-p99",
    what: `${calls} signed interactions, ${atOnce} at a time, p99 of those answered at once`,
    limit: { kind: "at most", value: 1_500, unit: "ms" },
    measure: measureAnswers,
  },
]);

import { activityDraft } from "@clanhall/contract/activities";
import { bulletinDraft } from "@clanhall/contract/bulletin-drafts";
import { addDays, type DayRule, startOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import { clanDraft } from "@clanhall/contract/clan-drafts";
import { scoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import type { Actor, ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { addActivities } from "../../features/activities/index.ts";
import { createBulletin, markSeen } from "../../features/bulletins/index.ts";
import { createClan } from "../../features/clans/index.ts";
import { type CellInput, writeEntries } from "../../features/entries/index.ts";
import { listActiveGames } from "../../features/games/index.ts";
import { createScoreboard, shareScoreboard } from "../../features/scoreboards/index.ts";
import type { DemoClan } from "./clans.ts";
import { fillAccounts, fillRoster } from "./fill-roster.ts";
import { createRandom, loadPlayground, playDay } from "./play.ts";
import { backdateClan } from "./queries.ts";
import { asOwner, daysBefore, demoAccounts, type People, type Story, doAt } from "./story.ts";

/** One clan from its first day on. */
export async function fillClan(story: Story, people: People, clan: DemoClan): Promise<void> {
  const { db } = story;
  const start = daysBefore(story, story.days);
  const owner = await foundClan(story, people.owner, clan, start);
  const { clanId } = owner;
  const roster = await fillRoster(story, owner, clan);
  const readers = await fillAccounts(story, people, owner, roster);
  const drafts = clan.activities.map(({ draft }) => activityDraft.parse(draft));
  const { added } = await doAt(story, clanId, start, (at) =>
    addActivities(db, owner, { drafts, action: "activity.import", from: { of: drafts.length } }, at),
  );
  const activityIds = new Map(added.map(({ id, short_label }) => [short_label, id]));
  await fillBoards(story, owner, clan, activityIds);
  await fillEntries(story, owner, {
    clan,
    activityIds,
    writers: [owner.memberId, ...roster.maintainers.map(({ id }) => id)],
  });
  await fillBulletins(story, owner, clan, readers);
  await backdateClan(db, clanId, start);
}

async function foundClan(story: Story, actor: Actor, clan: DemoClan, start: Date): Promise<ClanActor> {
  const { db } = story;
  const game = (await listActiveGames(db)).find(({ slug }) => slug === clan.game);
  const { name } = demoAccounts.owner;
  const draft = clanDraft.parse({ ...clan.draft, game_id: game?.id ?? null, player_name: name });
  const founded = await createClan(db, actor, game ? draft : { ...draft, game_server: null }, start);
  const owner = asOwner(actor, founded.id, { id: founded.member_id, name });
  await doAt(story, founded.id, start, () => Promise.resolve());
  return owner;
}

/** The clan's boards, since the first day of the clan; those that are shared stay so for ever. */
async function fillBoards(
  story: Story,
  owner: ClanActor,
  { boards }: DemoClan,
  activityIds: Map<string, string>,
): Promise<void> {
  const start = daysBefore(story, story.days);
  for (const [index, { draft, labels = [...activityIds.keys()], isShared }] of boards.entries()) {
    const chosen = labels.flatMap((label) => activityIds.get(label) ?? []);
    const activities = chosen.map((activity_id) => ({ activity_id, weight: 1 }));
    const settings = scoreboardDraft.parse({ ...draft, activities });
    // Lists begin with the newest, which is to be the first here.
    const made = new Date(start.getTime() + (boards.length - index) * 3_600_000);
    await doAt(story, owner.clanId, made, async (at) => {
      const { id } = await createScoreboard(story, owner, settings, at);
      if (isShared) await shareScoreboard(story, owner, id, { expires_at: null }, at);
    });
  }
}

interface Book {
  clan: DemoClan;
  /** By short label. */
  activityIds: Map<string, string>;
  /** Players who enter what everybody did, in turn. */
  writers: string[];
}

const hour = 3_600_000;

/** Everything that was entered, day by day, as it would have been saved on these days. */
async function fillEntries({ db, now, days }: Story, { clanId }: ClanActor, book: Book): Promise<void> {
  const rules = await listDayRules(db, clanId);
  const today = toClanDate(rules, now);
  const playground = await loadPlayground(db, clanId, book.clan, book.activityIds);
  let forgotten: CellInput[] = [];
  for (let ago = days; ago >= 0; ago -= 1) {
    const day = addDays(today, -ago);
    const { entered, late, mended } = playDay(playground, day, { progress: 1 - ago / days, isToday: ago === 0 });
    const write = { clanId, by: book.writers[ago % book.writers.length] ?? "", source: "ui", score: "rule" } as const;
    const at = (hours: number) => atHour(rules, day, hours, now);
    const yesterdays = forgotten;
    await db.transaction().execute(async (tx) => {
      if (yesterdays.length > 0) await writeEntries(tx, { ...write, now: at(2) }, yesterdays);
      await writeEntries(tx, { ...write, now: at(14) }, entered);
      if (mended.length > 0) await writeEntries(tx, { ...write, now: at(15), reason: "Counted again" }, mended);
    });
    forgotten = late;
  }
}

/** So many hours after a clan's day has begun, and never later than now. */
function atHour(rules: DayRule[], day: string, hours: number, now: Date): Date {
  return new Date(Math.min(startOfClanDay(rules, day).getTime() + hours * hour, now.getTime()));
}

/** What the owner announced, and who of those with an account has read it. */
async function fillBulletins(story: Story, owner: ClanActor, clan: DemoClan, readers: Actor[]): Promise<void> {
  const random = createRandom(`readers of ${clan.draft.name}`);
  for (const { daysAgo, publishInDays, draft } of clan.bulletins) {
    const at = daysBefore(story, Math.min(daysAgo, story.days));
    const publish_at = publishInDays === undefined ? undefined : daysBefore(story, -publishInDays).toISOString();
    const parsed = bulletinDraft.parse({ ...draft, publish_at });
    const { id } = await doAt(story, owner.clanId, at, () => createBulletin(story, owner, parsed, at));
    if (publish_at !== undefined || parsed.audience !== "everyone") continue;
    // The plain member finds something new.
    for (const { userId } of readers.filter((_, index) => index !== 1 && random.chance(0.6))) {
      await markSeen(story.db, { ...owner, userId, role: "member" }, id, at);
    }
  }
}

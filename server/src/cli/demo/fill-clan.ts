import { activityDraft } from "@clanhall/contract/activities";
import { bulletinDraft } from "@clanhall/contract/bulletin-drafts";
import { addDays, type DayRule, startOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import { clanDraft } from "@clanhall/contract/clan-drafts";
import { scoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import type { Actor, ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { addActivities } from "../../features/activities/index.ts";
import { postBulletin, markSeen } from "../../features/bulletins/index.ts";
import { createClanOf } from "../../features/clans/index.ts";
import { type CellInput, writeEntries } from "../../features/entries/index.ts";
import { listActiveGames } from "../../features/games/index.ts";
import { addScoreboard, shareBoard } from "../../features/scoreboards/index.ts";
import type { DemoClan } from "./clans.ts";
import { createRandom, inventNames, loadPlayground, playDay, type Random } from "./play.ts";
import { backdateClan } from "./queries.ts";
import { addAccount, asOwner, daysBefore, demoAccounts, doAt, type People, type Story, todayOf } from "./story.ts";
import { defaultInviteHours } from "@clanhall/contract/invites";
import { listMemberNames, type MemberName } from "../../clan/roster.ts";
import { acceptInvite, endInvite, writeInvite, verifyCode } from "../../features/invites/index.ts";
import { changeMember, changeRole, changeStatus, importList } from "../../features/members/index.ts";

/** Players in the order in which they were thought of: the maintainer, the member, then everybody else. */
interface Roster {
  here: MemberName[];
  maintainers: MemberName[];
}

const aliases = ["the Second", "Alt", "on the phone"] as const;

/** As many members as the clan has beside its owner, some of whom came later, and a few who have left. */
async function fillRoster(story: Story, owner: ClanActor, clan: DemoClan): Promise<Roster> {
  const { clanId } = owner;
  const random = createRandom(`roster of ${clan.draft.name}`);
  const leaving = Math.round(clan.size / 25);
  const members = await addMembers(story, owner, clan, random, leaving);
  const here = members.slice(0, members.length - leaving);
  await sendAway(story, owner, clan, here.slice(2), random);
  for (const { id } of members.slice(here.length)) {
    const at = daysBefore(story, Math.floor(random.between(1, story.days / 2)));
    await doAt(story, clanId, at, () => changeStatus(story.db, owner, id, "mark-removed", "Said goodbye", at));
  }
  const maintainers = here.filter((_, index) => index === 0 || (index >= 2 && index < 2 + clan.size / 40));
  const start = daysBefore(story, story.days);
  for (const { id } of maintainers) {
    await doAt(story, clanId, start, (at) => changeRole(story.db, owner, id, { role: "maintainer" }, at));
  }
  return { here, maintainers };
}

async function addMembers(story: Story, owner: ClanActor, clan: DemoClan, random: Random, leaving: number) {
  const { db, days, now } = story;
  const { maintainer, member } = demoAccounts;
  const taken = Object.values(demoAccounts).map(({ name }) => name);
  const others = inventNames(clan.draft.name, clan.size - 3 + leaving, taken);
  const first = addDays(todayOf(story, clan), -days);
  const names = [maintainer.name, member.name, ...others];
  const rows = names.map((name, index) => {
    const isFromTheStart = index < 2 || index >= names.length - leaving || random.chance(0.85);
    return {
      name,
      joined_on: isFromTheStart ? first : addDays(first, Math.ceil(random.between(0, days - 4))),
      groups: random.chance(0.75) ? [random.pick([clan.groups[0], ...clan.groups])] : [],
      aliases: random.chance(0.1) ? [`${name} ${random.pick(aliases)}`] : [],
    };
  });
  const input = { rows, dry_run: false, add_similar: rows.map((_, index) => index) };
  await doAt(story, owner.clanId, daysBefore(story, days), () => importList(story, owner, input, now));
  const added = new Map((await listMemberNames(db, owner.clanId)).map((row) => [row.name, row]));
  return names.flatMap((name) => added.get(name) ?? []);
}

/** Most have never been away; a few are right now. */
async function sendAway(story: Story, owner: ClanActor, clan: DemoClan, rows: MemberName[], random: Random) {
  const today = todayOf(story, clan);
  for (const { id, version } of rows.filter(() => random.chance(0.2))) {
    const isNow = random.chance(0.2);
    const from = addDays(today, isNow ? -2 : -Math.ceil(random.between(4, story.days)));
    const to = addDays(from, Math.ceil(random.between(isNow ? 3 : 1, 12)));
    const reason = random.pick(["Holiday", "Exams", "Moving house", "New baby", "Work trip"]);
    const at = daysBefore(story, isNow ? 3 : story.days);
    const change = { version, away: [{ from, to, reason }] };
    await doAt(story, owner.clanId, at, () => changeMember(story.db, owner, id, change, story.now));
  }
}

type Person = Pick<MemberName, "id" | "name">;

/** Links members to accounts by invites, and leaves a few invites that nobody has used yet. */
async function fillAccounts(story: Story, people: People, owner: ClanActor, { here }: Roster): Promise<Actor[]> {
  const { db, secrets } = story;
  const [maintainer, member, ...others] = here;
  if (!maintainer || !member) throw new Error("a clan of the demo has too few players");
  await linkMember(story, owner, maintainer, people.maintainer);
  await linkMember(story, owner, member, people.member);
  const linked = [people.maintainer, people.member];
  for (const person of others.filter((_, index) => index % 3 === 0)) {
    const actor = await addAccount(story, toEmail(person), person.name);
    await linkMember(story, owner, person, actor);
    linked.push(actor);
  }
  const invited = others.filter((_, index) => index % 3 === 1).slice(0, 2 + Math.floor(others.length / 20));
  const written: string[] = [];
  for (const { id } of invited) {
    const input = { clanMemberId: id, expiresInHours: defaultInviteHours, replace: false };
    written.push((await writeInvite(db, secrets, owner, input)).id);
  }
  if (written[0]) await endInvite(db, owner, written[0]);
  return linked;
}

async function linkMember(story: Story, owner: ClanActor, member: Person, actor: Actor): Promise<void> {
  const { db, secrets } = story;
  await doAt(story, owner.clanId, daysBefore(story, story.days), async () => {
    const input = { clanMemberId: member.id, expiresInHours: defaultInviteHours, replace: false };
    const { invite_token: token, verification_code: code } = await writeInvite(db, secrets, owner, input);
    if (!token || !code) throw new Error("a new invite is not open");
    const opened = await verifyCode(db, secrets, { token, code, requestId: "demo" });
    await acceptInvite(db, actor, { token, inviteSessionToken: opened.invite_session_token });
  });
}

function toEmail({ id, name }: Person): string {
  const ascii = name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
  return `${ascii || "player"}.${id.slice(0, 6)}@example.com`;
}

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
  const founded = await createClanOf(db, actor, game ? draft : { ...draft, game_server: null }, start);
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
      const { id } = await addScoreboard(story, owner, settings, at);
      if (isShared) await shareBoard(story, owner, id, { expires_at: null }, at);
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
    const { id } = await doAt(story, owner.clanId, at, () => postBulletin(story, owner, parsed, at));
    if (publish_at !== undefined || parsed.audience !== "everyone") continue;
    // The plain member finds something new.
    for (const { userId } of readers.filter((_, index) => index !== 1 && random.chance(0.6))) {
      await markSeen(story.db, { ...owner, userId, role: "member" }, id, at);
    }
  }
}

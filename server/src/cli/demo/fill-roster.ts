import { addDays } from "@clanhall/contract/rules/clan-day";
import { defaultInviteHours } from "@clanhall/contract/invites";
import type { Actor, ClanActor } from "../../access/actor.ts";
import { listMemberNames, type MemberName } from "../../clan/roster.ts";
import { acceptInvite, cancelInvite, createInvite, verifyCode } from "../../features/invites/index.ts";
import { changeMember, changeRole, changeStatus, importMembers } from "../../features/members/index.ts";
import type { DemoClan } from "./clans.ts";
import { createRandom, inventNames, type Random } from "./play.ts";
import { addAccount, daysBefore, demoAccounts, type People, type Story, doAt, todayOf } from "./story.ts";

/** Players in the order in which they were thought of: the maintainer, the member, then everybody else. */
export interface Roster {
  here: MemberName[];
  maintainers: MemberName[];
}

const aliases = ["the Second", "Alt", "on the phone"] as const;

/** As many members as the clan has beside its owner, some of whom came later, and a few who have left. */
export async function fillRoster(story: Story, owner: ClanActor, clan: DemoClan): Promise<Roster> {
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
  await doAt(story, owner.clanId, daysBefore(story, days), () => importMembers(story, owner, input, now));
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
export async function fillAccounts(story: Story, people: People, owner: ClanActor, { here }: Roster): Promise<Actor[]> {
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
    written.push((await createInvite(db, secrets, owner, input)).id);
  }
  if (written[0]) await cancelInvite(db, owner, written[0]);
  return linked;
}

async function linkMember(story: Story, owner: ClanActor, member: Person, actor: Actor): Promise<void> {
  const { db, secrets } = story;
  await doAt(story, owner.clanId, daysBefore(story, story.days), async () => {
    const input = { clanMemberId: member.id, expiresInHours: defaultInviteHours, replace: false };
    const { invite_token: token, verification_code: code } = await createInvite(db, secrets, owner, input);
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

import { defaultInviteHours } from "@clanhall/contract/invites";
import type { Actor, ClanActor } from "../../access/actor.ts";
import { acceptInvite, cancelInvite, createInvite, verifyCode } from "../../features/invites/index.ts";
import { addAccount, daysBefore, type People, type Story, tellAt } from "./demo-story.ts";
import type { Roster } from "./fill-roster.ts";

interface Player {
  id: string;
  name: string;
}

/** Ties players to accounts by invites, and leaves a few invites that nobody has used yet. */
export async function fillAccounts(story: Story, people: People, owner: ClanActor, { here }: Roster): Promise<Actor[]> {
  const { db, secrets } = story;
  const [maintainer, member, ...others] = here;
  if (!maintainer || !member) throw new Error("a clan of the demo has too few players");
  await linkPlayer(story, owner, maintainer, people.maintainer);
  await linkPlayer(story, owner, member, people.member);
  const linked = [people.maintainer, people.member];
  for (const player of others.filter((_, place) => place % 3 === 0)) {
    const actor = await addAccount(story, toEmail(player), player.name);
    await linkPlayer(story, owner, player, actor);
    linked.push(actor);
  }
  const invited = others.filter((_, place) => place % 3 === 1).slice(0, 2 + Math.floor(others.length / 20));
  const written: string[] = [];
  for (const { id } of invited) {
    const wish = { clanMemberId: id, expiresInHours: defaultInviteHours, replace: false };
    written.push((await createInvite(db, secrets, owner, wish)).id);
  }
  if (written[0]) await cancelInvite(db, owner, written[0]);
  return linked;
}

async function linkPlayer(story: Story, owner: ClanActor, player: Player, actor: Actor): Promise<void> {
  const { db, secrets } = story;
  await tellAt(story, owner.clanId, daysBefore(story, story.days), async () => {
    const wish = { clanMemberId: player.id, expiresInHours: defaultInviteHours, replace: false };
    const { invite_token: token, verification_code: code } = await createInvite(db, secrets, owner, wish);
    if (!token || !code) throw new Error("a new invite is not open");
    const opened = await verifyCode(db, secrets, { token, code, requestId: "demo" });
    await acceptInvite(db, actor, { token, inviteSessionToken: opened.invite_session_token });
  });
}

function toEmail({ id, name }: Player): string {
  const letters = name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
  return `${letters || "player"}.${id.slice(0, 6)}@example.com`;
}

import { activityDraft } from "@clanhall/contract/activities";
import { clanDraft } from "@clanhall/contract/clan-drafts";
import type { Actor, ClanActor } from "../../access/actor.ts";
import { addActivities } from "../../features/activities/index.ts";
import { createClan } from "../../features/clans/index.ts";
import { listActiveGames } from "../../features/games/index.ts";
import { demoAccounts } from "./demo-accounts.ts";
import type { DemoClan } from "./demo-clans.ts";
import { asOwner, daysBefore, type People, type Story, tellAt } from "./demo-story.ts";
import { backdateClan } from "./demo.queries.ts";
import { fillAccounts } from "./fill-accounts.ts";
import { fillBoards } from "./fill-boards.ts";
import { fillBulletins } from "./fill-bulletins.ts";
import { fillEntries } from "./fill-entries.ts";
import { fillRoster } from "./fill-roster.ts";

/** One clan from its first day on. */
export async function fillClan(story: Story, people: People, clan: DemoClan): Promise<void> {
  const { db } = story;
  const start = daysBefore(story, story.days);
  const owner = await foundClan(story, people.owner, clan, start);
  const { clanId } = owner;
  const roster = await fillRoster(story, owner, clan);
  const readers = await fillAccounts(story, people, owner, roster);
  const drafts = clan.activities.map(({ draft }) => activityDraft.parse(draft));
  const { added } = await tellAt(story, clanId, start, (at) =>
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
  await tellAt(story, founded.id, start, () => Promise.resolve());
  return owner;
}

import { bulletinDraft } from "@clanhall/contract/bulletin-drafts";
import type { Actor, ClanActor } from "../../access/actor.ts";
import { createBulletin, markSeen } from "../../features/bulletins/index.ts";
import type { DemoClan } from "./demo-clans.ts";
import { createRandom } from "./demo-random.ts";
import { daysBefore, type Story, tellAt } from "./demo-story.ts";

/** What the owner told the clan, and who of those with an account has read it. */
export async function fillBulletins(story: Story, owner: ClanActor, clan: DemoClan, readers: Actor[]): Promise<void> {
  const random = createRandom(`readers of ${clan.draft.name}`);
  for (const { daysAgo, publishInDays, draft } of clan.bulletins) {
    const at = daysBefore(story, Math.min(daysAgo, story.days));
    const publish_at = publishInDays === undefined ? undefined : daysBefore(story, -publishInDays).toISOString();
    const parsed = bulletinDraft.parse({ ...draft, publish_at });
    const { id } = await tellAt(story, owner.clanId, at, () => createBulletin(story, owner, parsed, at));
    if (publish_at !== undefined || parsed.audience !== "everyone") continue;
    // The plain member finds something new.
    for (const { userId } of readers.filter((_, place) => place !== 1 && random.chance(0.6))) {
      await markSeen(story.db, { ...owner, userId, role: "member" }, id, at);
    }
  }
}

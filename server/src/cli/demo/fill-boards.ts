import { scoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import type { ClanActor } from "../../access/actor.ts";
import { createScoreboard, shareScoreboard } from "../../features/scoreboards/index.ts";
import type { DemoClan } from "./demo-clans.ts";
import { daysBefore, type Story, tellAt } from "./demo-story.ts";

/** The clan's boards, since the first day of the clan; those that are shared stay so for ever. */
export async function fillBoards(
  story: Story,
  owner: ClanActor,
  { boards }: DemoClan,
  activityIds: Map<string, string>,
): Promise<void> {
  const start = daysBefore(story, story.days);
  for (const [place, { draft, labels = [...activityIds.keys()], isShared }] of boards.entries()) {
    const chosen = labels.flatMap((label) => activityIds.get(label) ?? []);
    const activities = chosen.map((activity_id) => ({ activity_id, weight: 1 }));
    const settings = scoreboardDraft.parse({ ...draft, activities });
    // Lists begin with the newest, which is to be the first here.
    const made = new Date(start.getTime() + (boards.length - place) * 3_600_000);
    await tellAt(story, owner.clanId, made, async (at) => {
      const { id } = await createScoreboard(story, owner, settings, at);
      if (isShared) await shareScoreboard(story, owner, id, { expires_at: null }, at);
    });
  }
}

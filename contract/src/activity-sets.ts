import { z } from "zod";
import { activitiesMax, activity, activityDraft } from "./activities.ts";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { layoutsMax, portableLayout } from "./screenshot-layouts.ts";

/** What became of each activity of a set: names that the clan has already are left alone. */
export const activitySetOutcome = z.object({
  added: z.array(activity),
  skipped: z.array(z.object({ name: z.string(), problem: z.string() })),
  /** Screenshot layouts that came along. */
  layouts_added: z.int(),
});

export const copyActivities = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/activities/copy",
  access: { clan: "clan.manage" },
  summary: "Adds activities of another clan that the caller manages.",
  params: ofClan,
  body: z.strictObject({
    from_clan_id: z.uuid(),
    /** All active ones when left out. */
    activity_ids: z.array(z.uuid()).min(1).max(activitiesMax).optional(),
  }),
  response: activitySetOutcome,
});

export const applyTemplate = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/activities/template",
  access: { clan: "clan.manage" },
  summary: "Adds the activities of one of the games' templates.",
  params: ofClan,
  body: z.strictObject({ game_id: z.uuid(), key: z.string().max(60) }),
  response: activitySetOutcome,
});

/** The file that export writes and import reads. */
export const activitySet = z.strictObject({
  format: z.literal("clanhall-activities"),
  format_version: z.literal(1),
  activities: z.array(activityDraft).min(1, "The file holds no activity.").max(activitiesMax),
  screenshot_layouts: z.array(portableLayout).max(layoutsMax).optional(),
});
export type ActivitySet = z.input<typeof activitySet>;

export const exportActivities = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/activities.json",
  access: { clan: "clan.manage" },
  summary: "The clan's activities as a file that can be imported elsewhere.",
  params: ofClan,
  response: z.void(),
  content: "application/json",
});

export const importActivities = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/activities/import",
  access: { clan: "clan.manage" },
  summary: "Adds the activities of an exported file; a dry run only says what would happen.",
  params: ofClan,
  body: z.strictObject({ set: activitySet, dry_run: z.boolean() }),
  response: activitySetOutcome,
});

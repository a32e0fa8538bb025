import { z } from "zod";
import { activityColors, activityDraft } from "./activities.ts";
import { resetTime } from "./clan-drafts.ts";
import { endpoint } from "./endpoint.ts";
import { activityIcons } from "./fields/activity-fields.ts";
import { aggregates, valueTypes } from "./rules/scoring.ts";
import { nameText, noteText, timeZone, version, wordText } from "./text.ts";

export const gamesMax = 500;

export const gameServerDraft = z.strictObject({
  label: nameText("The server's name", 1, 60),
  time_zone: timeZone,
  reset_time: resetTime,
  reset_in_utc: z.boolean(),
});

export const templateActivity = z.strictObject({
  name: nameText("The activity's name", 1, 60),
  short_label: nameText("The short label", 1, 12),
  category: nameText("The category", 1, 60).optional(),
  icon: z.enum(activityIcons, "Choose one of the icons.").optional(),
  color: z.enum(activityColors, "Choose one of the colours.").optional(),
  value_type: z.enum(valueTypes),
  unit: wordText("A unit", 20),
  aggregate: z.enum(aggregates),
  points_per_unit: z.number().min(-1000).max(1000),
  missing_points: z.number().min(-1000).max(0).optional(),
  daily_target: z.number().positive().optional(),
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).optional(),
});

export const gameTemplate = z.strictObject({
  key: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use small letters, digits and single hyphens.")
    .max(60),
  name: nameText("The template's name", 1, 60),
  activities: z.array(templateActivity).min(1, "A template has at least one activity.").max(40),
});

/** What clans could not add is refused. */
const templateDraft = gameTemplate.superRefine(({ activities }, context) => {
  for (const [index, activity] of activities.entries()) {
    for (const { path, message } of activityDraft.safeParse(activity).error?.issues ?? []) {
      context.addIssue({ code: "custom", path: ["activities", index, ...path], message });
    }
  }
});

const fields = {
  name: nameText("The game's name", 1, 60),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use small letters, digits and single hyphens.")
    .max(60),
  icon: z
    .string()
    .max(8, "Choose one symbol.")
    .regex(/^[^\0\p{Cs}]*$/u, "Choose one symbol."),
  is_active: z.boolean(),
  week_start: z.int().min(1).max(7),
  reset_note: noteText("The note", 200),
  servers: z.array(gameServerDraft).max(30),
  templates: z
    .array(templateDraft)
    .max(20)
    .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, "Two templates have the same key."),
};

export const managedGame = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  icon: z.string(),
  is_active: z.boolean(),
  position: z.int(),
  week_start: z.int(),
  reset_note: z.string().optional(),
  servers: z.array(gameServerDraft),
  templates: z.array(gameTemplate),
  /** Clans that play it. */
  clans: z.int(),
  version: z.int(),
});
export type ManagedGame = z.infer<typeof managedGame>;

export const gameDraft = z.strictObject({
  ...fields,
  icon: fields.icon.default(""),
  is_active: fields.is_active.default(true),
  week_start: fields.week_start.default(1),
  reset_note: fields.reset_note.optional(),
  servers: fields.servers.default([]),
  templates: fields.templates.default([]),
});
export type GameDraft = z.input<typeof gameDraft>;

export const gameChange = z.strictObject(fields).partial().extend({ version });
export type GameChange = z.input<typeof gameChange>;

const ofGame = z.object({ gameId: z.uuid() });

export const listManagedGames = endpoint({
  method: "GET",
  path: "/api/admin/games",
  access: "app-admin",
  summary: "Every game of the catalogue in its order, those switched off too.",
  response: z.object({ items: z.array(managedGame) }),
});

export const createGame = endpoint({
  method: "POST",
  path: "/api/admin/games",
  access: "app-admin",
  summary: "Adds a game at the end of the catalogue.",
  body: gameDraft,
  response: managedGame,
});

export const patchGame = endpoint({
  method: "PATCH",
  path: "/api/admin/games/:gameId",
  access: "app-admin",
  summary: "Changes a game; what is not named stays.",
  params: ofGame,
  body: gameChange,
  response: managedGame,
});

export const deleteGame = endpoint({
  method: "DELETE",
  path: "/api/admin/games/:gameId",
  access: "app-admin",
  summary: "Deletes a game that no clan plays; others can be switched off.",
  params: ofGame,
  response: z.object({}),
});

export const orderGames = endpoint({
  method: "PUT",
  path: "/api/admin/games/order",
  access: "app-admin",
  summary: "Puts the catalogue in this order.",
  body: z.strictObject({ ids: z.array(z.uuid()).max(gamesMax) }),
  response: z.object({ items: z.array(managedGame) }),
});

/** The file that export writes and import reads. */
export const gameSet = z.strictObject({
  format: z.literal("clanhall-games"),
  format_version: z.literal(1),
  games: z.array(gameDraft).min(1, "The file holds no game.").max(gamesMax),
});
export type GameSet = z.input<typeof gameSet>;

export const exportGames = endpoint({
  method: "GET",
  path: "/api/admin/games.json",
  access: "app-admin",
  summary: "The catalogue as a file that can be imported elsewhere.",
  response: z.void(),
  content: "application/json",
});

export const importGames = endpoint({
  method: "POST",
  path: "/api/admin/games/import",
  access: "app-admin",
  summary:
    "Adds the games of an exported file and changes those with the same slug; a dry run only says what would happen.",
  body: z.strictObject({ set: gameSet, dry_run: z.boolean() }),
  bodyLimit: 1024 * 1024,
  response: z.object({
    added: z.array(z.string()),
    changed: z.array(z.string()),
    same: z.array(z.string()),
    problems: z.array(z.object({ name: z.string(), problem: z.string() })),
  }),
});

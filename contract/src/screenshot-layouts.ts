import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { nameText, version, wordText } from "./text.ts";

export const layoutsMax = 30;

/** Thousandths of a picture's width; a tall picture reaches further down than it is wide. */
const share = z.number().min(-10_000).max(10_000);

/** What a column counts. */
const meaning = z.union([z.uuid(), z.enum(["rank", "ignore"])]);

const column = z.strictObject({
  left: share,
  right: share,
  /** Height of a digit. */
  tall: share,
  /** From the middle of the row down to the middle of this number; left out where it is the middle. */
  dy: share.exactOptional(),
  way: z.enum(["brightness", "fill"]),
});

const names = z.strictObject({ left: share, right: share, dy: share, tall: share });

/** Where a list stands in its pictures. */
export const layoutGeometry = z.strictObject({
  names,
  columns: z
    .array(z.strictObject({ ...column.shape, meaning }))
    .min(1)
    .max(12),
  pitch: share,
});

const layoutName = nameText("The name", 1, 60);
const signs = z.array(wordText("A word of the picture", 60)).max(60);

/** The difference hash of the picture of a name, and whose name it is. */
const knownCrops = z.array(z.strictObject({ hash: z.string().regex(/^[0-9a-f]{16}$/), member_id: z.uuid() })).max(500);

export const screenshotLayout = z.object({
  id: z.uuid(),
  name: z.string(),
  signs,
  geometry: layoutGeometry,
  known_crops: knownCrops,
  last_used_at: z.iso.datetime(),
  version,
});
export type ScreenshotLayout = z.infer<typeof screenshotLayout>;

/** A layout in a file, for any clan: activities by their names, and nobody's players. */
export const portableLayout = z.strictObject({
  name: layoutName,
  signs,
  geometry: z.strictObject({
    ...layoutGeometry.shape,
    columns: z
      .array(
        z.strictObject({
          ...column.shape,
          meaning: z.union([z.enum(["rank", "ignore"]), z.strictObject({ activity: z.string().max(200) })]),
        }),
      )
      .min(1)
      .max(12),
  }),
});
export type PortableLayout = z.infer<typeof portableLayout>;

export const listLayouts = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/screenshot-layouts",
  access: { clan: "clan.manage" },
  summary: "Lists of games that the clan's screenshots show, the last used first.",
  params: ofClan,
  response: z.object({ items: z.array(screenshotLayout) }),
});

export const createLayout = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/screenshot-layouts",
  access: { clan: "clan.manage" },
  summary: "Remembers where a list stands in its screenshots; a clan can have at most 30.",
  params: ofClan,
  body: z.strictObject({
    name: layoutName,
    signs,
    geometry: layoutGeometry,
    known_crops: knownCrops.default([]),
  }),
  response: screenshotLayout,
});

const ofLayout = z.object({ clanId: z.uuid(), layoutId: z.uuid() });

export const patchLayout = endpoint({
  method: "PATCH",
  path: "/api/clans/:clanId/screenshot-layouts/:layoutId",
  access: { clan: "clan.manage" },
  summary: "Changes a layout; with nothing but its version it only counts as used.",
  params: ofLayout,
  body: z.strictObject({
    version,
    name: layoutName.optional(),
    signs: signs.optional(),
    geometry: layoutGeometry.optional(),
    known_crops: knownCrops.optional(),
  }),
  response: screenshotLayout,
});

export const deleteLayout = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/screenshot-layouts/:layoutId",
  access: { clan: "clan.manage" },
  summary: "Forgets a layout.",
  params: ofLayout,
  body: z.strictObject({ version }),
  response: z.object({}),
});

import { z } from "zod";
import { bulletinContentMax, bulletinSourceMax } from "./rules/bulletin-html.ts";
import { nameText, version } from "./text.ts";

export const bulletinAudiences = ["everyone", "maintainers"] as const;
export type BulletinAudience = (typeof bulletinAudiences)[number];

export const bulletinTitle = nameText("The title", 1, 120);

/** As it arrives: it is refused by its length, then cleaned, and what is left may have `bulletinContentMax` characters. */
export const bulletinContent = z
  .string()
  .max(bulletinSourceMax, `The message may have at most ${bulletinContentMax} characters.`);

const fields = {
  title: bulletinTitle,
  content: bulletinContent,
  content_format: z.literal("html", "Only HTML can be stored."),
  /** Null keeps it a draft; a moment that has passed publishes it now. */
  publish_at: z.iso.datetime({ offset: true, error: "Enter a date and time." }).nullable(),
  expires_at: z.iso.datetime({ offset: true, error: "Enter a date and time." }).nullable(),
  pinned: z.boolean(),
  audience: z.enum(bulletinAudiences, "Choose who may read it."),
  post_to_discord: z.boolean(),
};

/** Without a word about when, it is published at once. */
export const bulletinDraft = z.strictObject({
  ...fields,
  content: bulletinContent.default(""),
  content_format: fields.content_format.default("html"),
  publish_at: fields.publish_at.optional(),
  expires_at: fields.expires_at.default(null),
  pinned: fields.pinned.default(false),
  audience: fields.audience.default("everyone"),
  post_to_discord: fields.post_to_discord.default(false),
});
export type BulletinDraft = z.input<typeof bulletinDraft>;

/** Only what is given changes. */
export const bulletinChange = z.strictObject(fields).partial().extend({
  /** The version that was read; a change based on an older one is refused. */
  version: version.optional(),
});
export type BulletinChange = z.input<typeof bulletinChange>;

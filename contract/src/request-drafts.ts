import { z } from "zod";
import { calendarDate, noteText } from "./text.ts";

/** Pictures that prove a disputed value. */
export const picturesMax = 2;
export const pictureBytesMax = 5 * 1024 * 1024;

/** A sentence of somebody who explains themselves. */
export const reasonText = noteText("The reason", 300).refine(
  (text) => text.length >= 3,
  "Give a reason of at least 3 characters.",
);

export const valueRequestDraft = z.strictObject({
  kind: z.literal("value"),
  activity_id: z.uuid(),
  day: calendarDate,
  /** The right value; null for an excused one. */
  value: z.number("Enter a number.").nullable(),
  excused: z.boolean().default(false),
  reason: reasonText,
  /** PNG or JPEG, as base64. */
  pictures: z
    .array(z.base64("This is not a picture.").max(Math.ceil(pictureBytesMax / 3) * 4, "A picture can be at most 5 MB."))
    .max(picturesMax, `Attach at most ${picturesMax} pictures.`)
    .default([]),
});

export const awayRequestDraft = z.strictObject({
  kind: z.literal("away"),
  from: calendarDate,
  to: calendarDate,
  /** For officers alone. */
  reason: noteText("The reason", 200).default(""),
});

import { z } from "zod";
import { noteText, version } from "./text.ts";

const wholeNumber = z.int("Enter a whole number.");

/** Who needs attention; a rule that is off is kept with its numbers. */
export const attentionRules = z.strictObject({
  /** Met less than so many percent in so many days, of at least so many due values. */
  rate: z.strictObject({
    on: z.boolean(),
    percent: wholeNumber.min(1, "Between 1 and 100.").max(100, "Between 1 and 100."),
    days: wholeNumber.min(3, "Between 3 and 28.").max(28, "Between 3 and 28."),
    due: wholeNumber.min(1, "Between 1 and 100.").max(100, "Between 1 and 100."),
  }),
  /** So many days in a row on which something was due and nothing was met. */
  missed: z.strictObject({
    on: z.boolean(),
    days: wholeNumber.min(2, "Between 2 and 28.").max(28, "Between 2 and 28."),
  }),
  /** Nothing was entered on so many days in a row on which something was due. */
  silent: z.strictObject({
    on: z.boolean(),
    days: wholeNumber.min(2, "Between 2 and 28.").max(28, "Between 2 and 28."),
  }),
});
export type AttentionRules = z.infer<typeof attentionRules>;

export const warningMessage = noteText("The warning", 500).refine(
  (text) => text.length >= 3,
  "Write at least 3 characters.",
);

export const settingsFields = {
  rules: attentionRules,
  /** Texts to start a warning with; {player}, {rate} and {days} stand for what is known of the player. */
  warning_texts: z.array(warningMessage).max(10, "A clan can have at most 10 texts for warnings."),
  /** After so many active warnings removing the player is suggested. */
  removal_after: wholeNumber.min(1, "Between 1 and 20.").max(20, "Between 1 and 20.").nullable(),
};

export const attentionSettingsChange = z.strictObject({ ...settingsFields, version });
export type AttentionSettingsChange = z.input<typeof attentionSettingsChange>;

import { z } from "zod";

/** Who needs attention; a rule that is off is kept with its numbers. */
export const attentionRules = z.strictObject({
  /** Met less than so many percent in so many days, of at least so many due values. */
  rate: z.strictObject({
    on: z.boolean(),
    percent: z.int().min(1).max(100),
    days: z.int().min(3).max(28),
    due: z.int().min(1).max(100),
  }),
  /** So many days in a row on which something was due and nothing was met. */
  missed: z.strictObject({ on: z.boolean(), days: z.int().min(2).max(28) }),
  /** Nothing was entered on so many days in a row on which something was due. */
  silent: z.strictObject({ on: z.boolean(), days: z.int().min(2).max(28) }),
});
export type AttentionRules = z.infer<typeof attentionRules>;

import { fieldMessage } from "@clanhall/contract/field-messages";
import type { z } from "zod";

// The page forbids eval, yet every zod schema would try it once and be reported. Set by hand: importing zod for this would load it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true, customError: fieldMessage } });

/** A form's rule out of the contract's schema: the first thing it has against a value, or null. */
export function schemaRule(schema: z.ZodType): (value: string) => string | null {
  return (value) => schema.safeParse(value).error?.issues[0]?.message ?? null;
}

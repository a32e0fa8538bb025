import type { z } from "zod";
import { CallError } from "./call-error.ts";

/** A form's rule out of the contract's schema: the first thing it has against a value, or null. */
export function schemaRule(schema: z.ZodType): (value: string) => string | null {
  return (value) => schema.safeParse(value).error?.issues[0]?.message ?? null;
}

/** What the server has against single fields of a form; null when its refusal concerns something else. */
export function serverFieldErrors<Field extends string>(
  error: unknown,
  fields: Record<Field, unknown>,
): Partial<Record<Field, string>> | null {
  const details = error instanceof CallError ? error.details : [];
  const problems: Partial<Record<Field, string>> = {};
  for (const { path, message } of details) {
    const name = path.split(".").at(-1) ?? "";
    if (Object.hasOwn(fields, name)) problems[name as Field] ??= message;
  }
  return Object.keys(problems).length > 0 ? problems : null;
}

import { z } from "zod";

/** Whether a column of ids takes it. What comes from outside and fails this names no row. */
export function isUuid(text: string): boolean {
  return z.guid().safeParse(text).success;
}

/** One line of what the doctor found; anything but ok says what to do. */
export interface Finding {
  state: "ok" | "warning" | "problem";
  subject: string;
  text: string;
}

export const fine = (subject: string, text: string): Finding => ({ state: "ok", subject, text });
export const warning = (subject: string, text: string): Finding => ({ state: "warning", subject, text });
export const problem = (subject: string, text: string): Finding => ({ state: "problem", subject, text });

export function reasonOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : String(error);
}

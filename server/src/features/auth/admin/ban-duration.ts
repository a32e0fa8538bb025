import { validationFailed } from "../auth-error.ts";

const milliseconds: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};
/** About 292 years: what clients of the contract can express. */
const longest = 2_562_047 * 3_600_000;

/** Until when a suspension such as "24h" or "2h45m" lasts; null for "none", which lifts it. */
export function toBannedUntil(duration: string, now: Date): Date | null {
  if (duration === "none") return null;
  const isWellFormed = /^(\d{1,20}(\.\d{1,20})?(ns|us|µs|ms|s|m|h)){1,10}$/.test(duration);
  const parts = isWellFormed ? duration.matchAll(/([\d.]+)([^\d.]+)/g) : [];
  let length = 0;
  for (const [, amount, unit = ""] of parts) length += Number(amount) * (milliseconds[unit] ?? 0);
  if (length < 1 || length > longest) throw validationFailed("invalid format for ban duration: use none, 24h or 2h45m");
  return new Date(now.getTime() + Math.round(length));
}

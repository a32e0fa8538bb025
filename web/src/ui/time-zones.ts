import { formatOffset, listTimeZones } from "../lib/format.ts";
import type { Choice } from "./search-select.tsx";

let known: Choice[] | undefined;

/** Every zone the browser knows, with its distance from Greenwich. Worked out once: there are hundreds. */
export function timeZoneChoices(): Choice[] {
  known ??= listTimeZones().map((value) => ({ value, label: value.replaceAll("_", " "), note: formatOffset(value) }));
  return known;
}

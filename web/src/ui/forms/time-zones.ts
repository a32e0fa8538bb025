import { formatOffset, listTimeZones } from "../../lib/format.ts";
import type { Option } from "../core/select.tsx";

let known: Option[] | undefined;

/** Every zone the browser knows, with its distance from Greenwich. Worked out once: there are hundreds. */
export function timeZoneChoices(): Option[] {
  known ??= listTimeZones().map((value) => ({ value, label: value.replaceAll("_", " "), note: formatOffset(value) }));
  return known;
}

import type { Option } from "./core/select.tsx";

/** Where this device says it is. */
export function deviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

let known: Option[] | undefined;

/** Every zone the browser knows, with its distance from Greenwich. Worked out once: there are hundreds. */
export function timeZoneChoices(): Option[] {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]);
  known ??= [...zones].map((value) => ({ value, label: value.replaceAll("_", " "), note: offsetOf(value) }));
  return known;
}

function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

import { rangeLabel } from "@clanhall/contract/board-periods";

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** The day of an instant on the clan's calendar: "1 Nov 2026". */
export function toDayLabel(iso: string, timeZone: string): string {
  const date = new Date(iso).toLocaleDateString("sv", { timeZone });
  return rangeLabel({ from: date, to: date });
}

/** An instant for readers of any zone: "15 Nov, 20:13 UTC". */
export function toClockLabel(iso: string): string {
  const [day, month] = toDayLabel(iso, "UTC").split(" ");
  return `${day} ${month}, ${clock.format(new Date(iso))} UTC`;
}

const dateWords = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** A clan date as people say it: "Tue 4 Mar". */
export function toDateWords(date: string): string {
  return dateWords.format(new Date(`${date}T00:00:00Z`)).replace(",", "");
}

/** How long it takes, in hours and minutes: "5 h 12 min". */
export function toSpanWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return "less than a minute";
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** An instant on a zone's clock: "Tue 4 Mar, 08:00". */
export function toClockWords(instant: Date, timeZone?: string): string {
  const words = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    ...(timeZone && { timeZone }),
  });
  const parts = Object.fromEntries(words.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.weekday} ${parts.day} ${parts.month}, ${parts.hour}:${parts.minute}`;
}

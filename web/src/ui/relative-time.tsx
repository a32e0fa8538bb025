const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Such as "3 hours ago"; less than a minute is "just now". What was just set to 7 days is still to come in 7 days. */
export function toRelativeText(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  if (!step) return "just now";
  const count = seconds / step[1];
  return words.format(count > 0 ? Math.round(count) : Math.trunc(count), step[0]);
}

/** A moment as people say it; its full date is a hover away and written for machines. */
export function RelativeTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={toFullDate(iso)}>
      {toRelativeText(iso)}
    </time>
  );
}

function toFullDate(iso: string): string {
  return new Date(iso).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
}

export function toDay(iso: string): string {
  return new Date(iso).toLocaleDateString("en-GB", { dateStyle: "long" });
}

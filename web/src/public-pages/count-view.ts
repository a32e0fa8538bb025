import { initAnalytics, pageView } from "../lib/analytics.ts";

/** Counts that the page was opened, where the installation counts at all and the visitor does not object. */
export function countView({ documentElement: { dataset } }: Document): void {
  const [key, host] = dataset.analytics?.split(" ") ?? [];
  if (!key || !host) return;
  pageView();
  void initAnalytics({ key, host });
}

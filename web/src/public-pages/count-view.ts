import { type Analytics, createAnalytics } from "../lib/create-analytics.ts";

/** Counts that the page was opened, where the installation counts at all and the visitor does not object. */
export function countView({ documentElement: { dataset } }: Document, analytics: Analytics = createAnalytics()): void {
  const [key, host] = dataset.analytics?.split(" ") ?? [];
  if (!key || !host) return;
  analytics.pageView();
  void analytics.init({ key, host });
}

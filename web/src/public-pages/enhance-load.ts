import { type Analytics, createAnalytics } from "../lib/create-analytics.ts";

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Fetches the app's files, listed in `data-prefetch` on the html element with spaces between, once the browser is
 * idle, so that Login opens at once. A visitor who saves data or has a very slow line is left alone.
 */
export function prefetchApp(page: Window): void {
  const { connection } = page.navigator as Navigator & { connection?: Connection };
  if (connection?.saveData || connection?.effectiveType?.endsWith("2g")) return;
  const addresses = page.document.documentElement.dataset.prefetch?.split(/\s+/).filter(Boolean) ?? [];
  const fetchAhead = () =>
    page.document.head.append(...addresses.map((address) => prefetchLink(page.document, address)));
  if ("requestIdleCallback" in page) page.requestIdleCallback(fetchAhead);
  else setTimeout(fetchAhead);
}

function prefetchLink(page: Document, address: string): HTMLLinkElement {
  const link = page.createElement("link");
  link.rel = "prefetch";
  link.href = address;
  return link;
}

/** Counts that the page was opened, where the installation counts at all and the visitor does not object. */
export function countView({ documentElement: { dataset } }: Document, analytics: Analytics = createAnalytics()): void {
  const [key, host] = dataset.analytics?.split(" ") ?? [];
  if (!key || !host) return;
  analytics.pageView();
  void analytics.init({ key, host });
}

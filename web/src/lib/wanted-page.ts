import { asRecord } from "./compat/read-answer.ts";

const key = "wanted_page";
const lifeMs = 30 * 60 * 1000;

/** Remembers, in this tab, the page that somebody wanted to open before they had signed in. */
export function keepWantedPage(href: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ href, until: Date.now() + lifeMs }));
  } catch {
    // Without storage the way in ends on the dashboard.
  }
}

/** Whatever is stored here comes from outside: only `toNextPath` decides whether it is followed. */
export function findWantedPage(): string | null {
  try {
    const { href, until } = asRecord(JSON.parse(sessionStorage.getItem(key) ?? "null"));
    return typeof href === "string" && Number(until) > Date.now() ? href : null;
  } catch {
    return null;
  }
}

export function forgetWantedPage(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}

import { addressTag } from "@clanhall/contract/pages";

/** PUBLIC_URL as the server names it in the page; null where it names none, as on the development server. */
export function namedAddress({ document: root }: Window = window): URL | null {
  const content = root.querySelector(`meta[name="${addressTag}"]`)?.getAttribute("content") ?? "";
  return URL.canParse(content) ? new URL(content) : null;
}

/** Where mails, redirects and cookies lead, whatever address this page was opened at. */
export function homeOrigin(page: Window = window): string {
  return namedAddress(page)?.origin ?? page.location.origin;
}

export function isAtHome(page: Window = window): boolean {
  return homeOrigin(page) === page.location.origin;
}

const localHosts = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether one can log in here. Where PUBLIC_URL names only this machine, nobody said at which address others come. */
export function isKnownAddress(): boolean {
  return isAtHome() || localHosts.test(new URL(homeOrigin()).hostname);
}

/** Browsers hash only for pages that were opened by https or on this machine. */
export function canHash(): boolean {
  return "subtle" in crypto;
}

/** Passkeys belong to PUBLIC_URL, and not every browser knows them. */
export function canUsePasskeys(): boolean {
  return isAtHome() && "PublicKeyCredential" in window;
}

/** Whether a sign-in at another site can come back here: it ends at PUBLIC_URL, and what it brings is proved by a hash. */
export function canReturnFromProvider(): boolean {
  return isAtHome() && canHash();
}

import { productName } from "@clanhall/contract/pages";
import { type Analytics, createAnalytics } from "../lib/shared/create-analytics.ts";
import { homeOrigin, isAtHome } from "../lib/shared/home-address.ts";
import { followStorage, installSignedInBar } from "./enhance-session.ts";

const offlineText = "You’re offline. When connection is restored, the app will become active again.";

/** Brings to life what surrounds a public page. Inside another site there is no bar, and no way into the app. */
export function enhanceFrame(page: Window): void {
  const { document: root } = page;
  installOfflineBanner(page);
  followStorage(page);
  if (!root.querySelector(".bar")) return;
  installAddressNotice(page);
  installDrawer(root);
  installSignedInBar(page);
  countView(root);
  warnOfMissingDiscord(page);
  if (root.readyState === "complete") prefetchApp(page);
  else page.addEventListener("load", () => prefetchApp(page), { once: true });
}

/** /discord leads here where no usable address is set: whoever set the site up reads why in the console. */
export function warnOfMissingDiscord({ document: root, location, performance }: Window): void {
  const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const wasRedirected = location.pathname === "/" && (opened?.redirectCount ?? 0) > 0;
  if (!wasRedirected || root.querySelector('footer a[href="/discord"]')) return;
  // oxlint-disable-next-line no-console
  console.warn("The Discord address of this site is missing or not an http(s) URL, so /discord leads here.");
}

/** Turns the scriptless fold-out menu into a drawer: a modal dialog that keeps the focus and closes on choosing. */
export function installDrawer(page: Document): void {
  const menu = page.querySelector<HTMLDetailsElement>("details.menu");
  const panel = menu?.querySelector(".menu-panel");
  const icon = menu?.querySelector("summary svg");
  if (!menu || !panel || !icon) return;

  const opener = iconButton(page, "Menu", icon);
  opener.setAttribute("aria-haspopup", "dialog");
  const drawer = page.createElement("dialog");
  drawer.className = "drawer";
  drawer.setAttribute("aria-label", "Menu");
  drawer.append(drawerHead(page, drawer), panel);
  menu.replaceWith(opener);
  page.body.append(drawer);

  opener.addEventListener("click", () => drawer.showModal());
  drawer.addEventListener("close", () => opener.focus());
  drawer.addEventListener("click", ({ target }) => {
    if (target === drawer || (target as Element).closest("a, [data-logout]")) drawer.close();
  });
  const onWideScreen = page.defaultView?.matchMedia("(width >= 48em)");
  onWideScreen?.addEventListener("change", () => drawer.close());
}

function drawerHead(page: Document, drawer: HTMLDialogElement): HTMLElement {
  const head = page.createElement("div");
  head.className = "drawer-head";
  const brands = [...page.querySelectorAll(".brand")].map((brand) => brand.cloneNode(true));
  head.append(...brands, closeButton(page, drawer));
  return head;
}

function closeButton(page: Document, drawer: HTMLDialogElement): HTMLButtonElement {
  const cross = page.createElement("span");
  cross.ariaHidden = "true";
  cross.textContent = "✕";
  const button = iconButton(page, "Close menu", cross);
  button.addEventListener("click", () => drawer.close());
  return button;
}

function iconButton(page: Document, label: string, icon: Element): HTMLButtonElement {
  const button = page.createElement("button");
  button.type = "button";
  button.className = "menu-button";
  button.setAttribute("aria-label", label);
  button.append(icon);
  return button;
}

/** Warns a reader who loses the connection; what is already on the page stays readable. */
export function installOfflineBanner(page: Window): void {
  const banner = page.document.createElement("div");
  banner.className = "offline";
  banner.setAttribute("role", "status");
  banner.hidden = true;
  page.document.body.append(banner);
  const show = () => {
    banner.hidden = page.navigator.onLine;
    banner.textContent = banner.hidden ? "" : offlineText;
  };
  page.addEventListener("online", show);
  page.addEventListener("offline", show);
  show();
}

/** Shows a visitor who came by another address than PUBLIC_URL where this installation is. */
function installAddressNotice(page: Window): void {
  if (isAtHome(page)) return;
  const { document: root, location } = page;
  const notice = root.createElement("aside");
  notice.className = "address";
  notice.setAttribute("aria-label", "Address");
  const link = root.createElement("a");
  link.href = homeOrigin(page) + location.pathname + location.search + location.hash;
  link.textContent = homeOrigin(page);
  notice.append(`This ${productName} lives at `, link, ". Links in mails lead there.");
  root.getElementById("main")?.before(notice);
}

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

import { installAddressNotice } from "./address-notice.ts";
import { countView } from "./count-view.ts";
import { installDrawer } from "./drawer.ts";
import { followStorage } from "./follow-storage.ts";
import { installOfflineBanner } from "./offline-banner.ts";
import { prefetchApp } from "./enhance-load.ts";
import { installSignedInBar } from "./enhance-session.ts";

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
  if (root.readyState === "complete") prefetchApp(page);
  else page.addEventListener("load", () => prefetchApp(page), { once: true });
}

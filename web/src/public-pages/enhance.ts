import { installDrawer } from "./drawer.ts";
import { followStorage } from "./follow-storage.ts";
import { installOfflineBanner } from "./offline-banner.ts";
import { prefetchApp } from "./prefetch-app.ts";
import { installSignedInBar } from "./signed-in-bar.ts";

installDrawer(document);
installSignedInBar(window);
installOfflineBanner(window);
followStorage(window);
if (document.readyState === "complete") prefetchApp(window);
else window.addEventListener("load", () => prefetchApp(window), { once: true });

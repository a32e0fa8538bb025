import "./lib/zod-setup.ts";
import "./ui/core/styles.ts";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, createAppRouter } from "./app/router.tsx";
import { createQueryClient, createServices } from "./app/create-services.ts";
import { startAnalytics, syncSession } from "./app/session-sync.ts";
import { watchHealth } from "./lib/health-check.ts";
import { watchLeaving } from "./lib/leaving.ts";
import { openDocument } from "./lib/navigation.ts";
import { startSession } from "./lib/session.ts";
import { startThemes } from "./ui/core/theme.ts";

createServices();
startThemes();
startSession();

const queries = createQueryClient();
const router = createAppRouter({ queries, openDocument, documentPath: location.pathname });

watchHealth();
watchLeaving(queries);
syncSession({ queries, openDocument, currentHref: () => location.pathname + location.search + location.hash });
void startAnalytics(queries);

const root = document.getElementById("app");
if (!root) throw new Error("The page has no root for the app");
const app = createRoot(root);
// In pieces, so that a tap during the start is heard.
startTransition(() =>
  app.render(
    <StrictMode>
      <App queries={queries} router={router} />
    </StrictMode>,
  ),
);

import { findPage, pages } from "@clanhall/contract/pages";
import { createRootRouteWithContext, createRoute, createRouter, type RouterHistory } from "@tanstack/react-router";
import { pageView } from "../lib/analytics.ts";
import { NotFound } from "../ui/not-found.tsx";
import { ErrorPage } from "./error-page.tsx";
import { type GuardContext, guardPage } from "./guards.ts";
import { describePage } from "./head.ts";
import { PendingPage } from "./pending-page.tsx";
import { screens } from "./screens.ts";
import { Shell } from "./shell.tsx";

const rootRoute = createRootRouteWithContext<GuardContext>()({
  component: Shell,
  notFoundComponent: NotFound,
  beforeLoad: async ({ location, context, preload }) => {
    if (!preload) await guardPage(location, context);
  },
});

const getParentRoute = () => rootRoute;

/** One by one, so that every link in the app is checked against the paths that exist. */
const pageRoutes = [
  createRoute({ getParentRoute, path: pages.login.path, component: screens.login }),
  createRoute({ getParentRoute, path: pages.signUp.path, component: screens.signUp }),
  createRoute({ getParentRoute, path: pages.resetPassword.path, component: screens.resetPassword }),
  createRoute({ getParentRoute, path: pages.confirmEmail.path, component: screens.confirmEmail }),
  createRoute({ getParentRoute, path: pages.dashboard.path, component: screens.dashboard }),
  createRoute({ getParentRoute, path: pages.clanAdmin.path, component: screens.clanAdmin }),
  createRoute({ getParentRoute, path: pages.customizeActivities.path, component: screens.customizeActivities }),
  createRoute({ getParentRoute, path: pages.managePlayers.path, component: screens.managePlayers }),
  createRoute({ getParentRoute, path: pages.account.path, component: screens.account }),
  createRoute({ getParentRoute, path: pages.myClans.path, component: screens.myClans }),
  createRoute({ getParentRoute, path: pages.dailyActivity.path, component: screens.dailyActivity }),
  createRoute({ getParentRoute, path: pages.activityHistory.path, component: screens.activityHistory }),
  createRoute({ getParentRoute, path: pages.scoreboards.path, component: screens.scoreboards }),
  createRoute({ getParentRoute, path: pages.invites.path, component: screens.invites }),
  createRoute({ getParentRoute, path: pages.bulletins.path, component: screens.bulletins }),
  createRoute({ getParentRoute, path: pages.admin.path, component: screens.admin }),
  createRoute({ getParentRoute, path: pages.manageGames.path, component: screens.manageGames }),
  createRoute({ getParentRoute, path: pages.manageUsers.path, component: screens.manageUsers }),
  createRoute({ getParentRoute, path: pages.userDetail.path, component: screens.userDetail }),
  createRoute({ getParentRoute, path: pages.acceptInvite.path, component: screens.acceptInvite }),
] as const;

export type AppRouter = ReturnType<typeof createAppRouter>;

export function createAppRouter(context: GuardContext, history?: RouterHistory) {
  const router = createRouter({
    routeTree: rootRoute.addChildren(pageRoutes),
    context,
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    ...(history && { history }),
  });
  router.subscribe("onResolved", ({ toLocation, fromLocation, pathChanged, hrefChanged }) => {
    if (fromLocation && !hrefChanged) return;
    describePage(findPage(toLocation.pathname), new URL(toLocation.pathname, location.origin));
    pageView();
    if (fromLocation && pathChanged) focusHeading();
  });
  return router;
}

/** Puts a keyboard or screen-reader user at the top of the page that just opened; the scroll position is not touched. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("#main h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}

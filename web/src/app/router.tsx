import { findPage, type PageKey, pages, pageTitle, productName } from "@clanhall/contract/pages";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
  RouterProvider,
} from "@tanstack/react-router";
import { pageView } from "../lib/analytics.ts";
import { loadWhenReachable } from "../lib/load-chunk.ts";
import { Button } from "../ui/core/button.tsx";
import { HomeLink, NotFound, PageMessage, PageSkeleton } from "../ui/page-message.tsx";
import { Shell } from "./shell.tsx";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ConnectionOverlay } from "./connection.tsx";
import { adminStatusOf } from "../domain/profile.ts";
import { forgetWantedPage, keepWantedPage, type OpenDocument } from "../lib/navigation.ts";
import { currentSession, pendingFactors, sessionSettled, tryRefreshOnce } from "../lib/session.ts";

type AppPageKey = Exclude<PageKey, "landing" | "publicScoreboard" | "privacy" | "terms" | "help" | "notFound">;
type Screen = ReturnType<typeof lazyRouteComponent>;

/** Loaded when somebody goes there, and once the server can be reached. */
const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadWhenReachable(load), name);

/** The screen of every page that belongs to the app. */
export const screens: Record<AppPageKey, Screen> = {
  login: screen(() => import("../pages/login-page.tsx"), "LoginPage"),
  signUp: screen(() => import("../pages/sign-up-page.tsx"), "SignUpPage"),
  resetPassword: screen(() => import("../pages/reset-password-page.tsx"), "ResetPasswordPage"),
  confirmEmail: screen(() => import("../pages/confirm-email-page.tsx"), "ConfirmEmailPage"),
  dashboard: screen(() => import("../pages/dashboard-page.tsx"), "DashboardPage"),
  clanHome: screen(() => import("../pages/clan-home-page.tsx"), "ClanHomePage"),
  clanAdmin: screen(() => import("../pages/clan-admin-page.tsx"), "ClanAdminPage"),
  customizeActivities: screen(() => import("../pages/customize-activities-page.tsx"), "CustomizeActivitiesPage"),
  managePlayers: screen(() => import("../pages/manage-players-page.tsx"), "ManagePlayersPage"),
  player: screen(() => import("../pages/player-page.tsx"), "PlayerPage"),
  account: screen(() => import("../pages/account-page.tsx"), "AccountPage"),
  myClans: screen(() => import("../pages/my-clans-page.tsx"), "MyClansPage"),
  dailyActivity: screen(() => import("../pages/daily-activity-page.tsx"), "DailyActivityPage"),
  activityHistory: screen(() => import("../pages/activity-history-page.tsx"), "ActivityHistoryPage"),
  scoreboards: screen(() => import("../pages/scoreboards-page.tsx"), "ScoreboardsPage"),
  invites: screen(() => import("../pages/invites-page.tsx"), "InvitesPage"),
  bulletins: screen(() => import("../pages/bulletins-page.tsx"), "BulletinsPage"),
  admin: screen(() => import("../pages/admin-page.tsx"), "AdminPage"),
  manageGames: screen(() => import("../pages/manage-games-page.tsx"), "ManageGamesPage"),
  manageUsers: screen(() => import("../pages/manage-users-page.tsx"), "ManageUsersPage"),
  userDetail: screen(() => import("../pages/user-detail-page.tsx"), "UserDetailPage"),
  join: screen(() => import("../pages/join-page.tsx"), "JoinPage"),
  acceptInvite: screen(() => import("../pages/accept-invite-page.tsx"), "AcceptInvitePage"),
};

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
  createRoute({ getParentRoute, path: pages.clanHome.path, component: screens.clanHome }),
  createRoute({ getParentRoute, path: "/clan", component: screens.clanHome }),
  createRoute({ getParentRoute, path: pages.clanAdmin.path, component: screens.clanAdmin }),
  createRoute({ getParentRoute, path: "/clan-admin", component: screens.clanAdmin }),
  createRoute({ getParentRoute, path: pages.customizeActivities.path, component: screens.customizeActivities }),
  createRoute({ getParentRoute, path: pages.managePlayers.path, component: screens.managePlayers }),
  createRoute({ getParentRoute, path: pages.player.path, component: screens.player }),
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
  createRoute({ getParentRoute, path: pages.join.path, component: screens.join }),
] as const;

export type AppRouter = ReturnType<typeof createAppRouter>;

export function createAppRouter(context: GuardContext, history?: RouterHistory) {
  const router = createRouter({
    routeTree: rootRoute.addChildren(pageRoutes),
    context,
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultPendingComponent: PageSkeleton,
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

/** What a page shows when it broke: nothing is lost that was saved, and loading it again usually helps. */
function ErrorPage() {
  return (
    <PageMessage
      role="alert"
      title="Something went wrong"
      actions={
        <>
          <Button variant="primary" onClick={() => location.reload()}>
            Load the page again
          </Button>
          <HomeLink />
        </>
      }
    >
      This page could not be shown. What you saved is safe.
    </PageMessage>
  );
}

/** The overlay stands outside the router: it must show even while the first page is still being guarded. */
export function App({ queries, router }: { queries: QueryClient; router: AppRouter }) {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <ConnectionOverlay />
    </QueryClientProvider>
  );
}

interface GuardContext {
  queries: QueryClient;
  openDocument: OpenDocument;
  /** The path this document was loaded for: opening it again would only load the app again. */
  documentPath: string;
}

interface Target {
  pathname: string;
  /** With search and hash. */
  href: string;
}

/** Decides where a navigation may end: here, on another page, or on a page the server renders. */
async function guardPage(
  { pathname: path, href }: Target,
  { queries, openDocument, documentPath }: GuardContext,
): Promise<void> {
  const page = pages[findPage(path)];
  await sessionSettled();
  await tryRefreshOnce();
  const isAdminPath = path.startsWith("/admin");
  if (page.guard !== "open" || isAdminPath) {
    const session = currentSession();
    if (!session && pendingFactors()) throw redirect({ to: pages.login.path, search: { next: href }, replace: true });
    if (!session) {
      keepWantedPage(href);
      return openDocument("/");
    }
    forgetWantedPage();
    if (isAdminPath && !(await isAdmin(queries, session.userId, openDocument))) {
      throw redirect({ to: pages.dashboard.path, replace: true });
    }
  }
  if (page.face === "public" && path !== documentPath) return openDocument(path);
}

/** A check that itself fails says nothing about the user, so the way leads out. */
async function isAdmin(queries: QueryClient, userId: string, openDocument: OpenDocument): Promise<boolean> {
  try {
    return await queries.fetchQuery(adminStatusOf(userId));
  } catch {
    return openDocument("/");
  }
}

/** Writes title, description, canonical address, social-card and robots tags of the page that is now shown. */
function describePage(key: PageKey, address: URL): void {
  const page = pages[key];
  const title = pageTitle(page.name);
  const canonical = address.origin + address.pathname;
  const card = `${address.origin}/social-card.png`;
  document.title = title;
  setMeta("name", "description", page.description);
  setMeta("name", "robots", page.robots);
  setMeta("property", "og:type", "website");
  setMeta("property", "og:site_name", productName);
  setMeta("property", "og:title", title);
  setMeta("property", "og:description", page.description);
  setMeta("property", "og:url", canonical);
  setMeta("property", "og:image", card);
  setMeta("name", "twitter:card", "summary_large_image");
  setMeta("name", "twitter:image", card);
  setMeta("name", "twitter:title", title);
  setMeta("name", "twitter:description", page.description);
  setCanonical(canonical);
}

function setMeta(kind: "name" | "property", name: string, content: string): void {
  let tag = document.head.querySelector(`meta[${kind}="${name}"]`);
  if (!tag) {
    tag = document.createElement("meta");
    tag.setAttribute(kind, name);
    document.head.append(tag);
  }
  tag.setAttribute("content", content);
}

function setCanonical(address: string): void {
  let link = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (!link) {
    link = document.createElement("link");
    link.rel = "canonical";
    document.head.append(link);
  }
  link.href = address;
}

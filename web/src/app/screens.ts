import type { PageKey } from "@clanhall/contract/pages";
import { lazyRouteComponent } from "@tanstack/react-router";
import { loadWhenReachable } from "../lib/load-when-reachable.ts";

type AppPageKey = Exclude<PageKey, "landing" | "publicScoreboard" | "privacy" | "terms" | "notFound">;
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
  clanAdmin: screen(() => import("../pages/clan-admin-page.tsx"), "ClanAdminPage"),
  customizeActivities: screen(() => import("../pages/customize-activities-page.tsx"), "CustomizeActivitiesPage"),
  managePlayers: screen(() => import("../pages/manage-players-page.tsx"), "ManagePlayersPage"),
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
  acceptInvite: screen(() => import("../pages/accept-invite-page.tsx"), "AcceptInvitePage"),
};

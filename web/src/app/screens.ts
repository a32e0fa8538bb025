import type { PageKey } from "@clanhall/contract/pages";
import { lazyRouteComponent } from "@tanstack/react-router";

type AppPageKey = Exclude<PageKey, "landing" | "publicScoreboard" | "privacy" | "terms" | "notFound">;
type Screen = ReturnType<typeof lazyRouteComponent>;

/** The screen of every page that belongs to the app, each loaded when somebody goes there. */
export const screens: Record<AppPageKey, Screen> = {
  login: lazyRouteComponent(() => import("../pages/login-page.tsx"), "LoginPage"),
  signUp: lazyRouteComponent(() => import("../pages/sign-up-page.tsx"), "SignUpPage"),
  resetPassword: lazyRouteComponent(() => import("../pages/reset-password-page.tsx"), "ResetPasswordPage"),
  dashboard: lazyRouteComponent(() => import("../pages/dashboard-page.tsx"), "DashboardPage"),
  clanAdmin: lazyRouteComponent(() => import("../pages/clan-admin-page.tsx"), "ClanAdminPage"),
  customizeActivities: lazyRouteComponent(
    () => import("../pages/customize-activities-page.tsx"),
    "CustomizeActivitiesPage",
  ),
  managePlayers: lazyRouteComponent(() => import("../pages/manage-players-page.tsx"), "ManagePlayersPage"),
  account: lazyRouteComponent(() => import("../pages/account-page.tsx"), "AccountPage"),
  myClans: lazyRouteComponent(() => import("../pages/my-clans-page.tsx"), "MyClansPage"),
  dailyActivity: lazyRouteComponent(() => import("../pages/daily-activity-page.tsx"), "DailyActivityPage"),
  activityHistory: lazyRouteComponent(() => import("../pages/activity-history-page.tsx"), "ActivityHistoryPage"),
  scoreboards: lazyRouteComponent(() => import("../pages/scoreboards-page.tsx"), "ScoreboardsPage"),
  invites: lazyRouteComponent(() => import("../pages/invites-page.tsx"), "InvitesPage"),
  bulletins: lazyRouteComponent(() => import("../pages/bulletins-page.tsx"), "BulletinsPage"),
  admin: lazyRouteComponent(() => import("../pages/admin-page.tsx"), "AdminPage"),
  manageGames: lazyRouteComponent(() => import("../pages/manage-games-page.tsx"), "ManageGamesPage"),
  manageUsers: lazyRouteComponent(() => import("../pages/manage-users-page.tsx"), "ManageUsersPage"),
  userDetail: lazyRouteComponent(() => import("../pages/user-detail-page.tsx"), "UserDetailPage"),
  acceptInvite: lazyRouteComponent(() => import("../pages/accept-invite-page.tsx"), "AcceptInvitePage"),
};

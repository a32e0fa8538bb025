/** The meta tag in which the server names the address it is meant to be used at. */
export const addressTag = "clanhall-address";

export const productName = "Clanhall";

/** Who may open a page: anybody, a signed-in user, or an app admin. */
export type PageGuard = "open" | "session" | "app-admin";

export interface Page {
  /** Path with `$name` parameters, as the web's router reads it. */
  path: string;
  /** Route name; its words make the page title. The landing page has none and carries the product's name alone. */
  name: string;
  guard: PageGuard;
  /** Public pages are rendered by the server; the rest belong to the app. */
  face: "public" | "app";
  description: string;
  robots: "index,follow" | "noindex,nofollow";
}

const about =
  "Track your clan's daily activities, manage members and invites, and publish scoreboards anyone can open.";

function page<const Path extends string>(
  path: Path,
  name: string,
  guard: PageGuard,
  face: Page["face"],
  description = about,
): Page & { path: Path } {
  return { path, name, guard, face, description, robots: "index,follow" };
}

/** Every screen of the product. The server writes head tags from this table; the web builds its router on it. */
export const pages = {
  landing: page("/", "", "open", "public"),
  login: page("/login", "Login", "open", "app", "Log in to Clanhall to see your clans, boards and bulletins."),
  signUp: page("/signup", "SignUp", "open", "app", "Create a Clanhall account and set up your clan in two minutes."),
  resetPassword: page("/reset-password", "ResetPassword", "open", "app", "Choose a new password for your account."),
  confirmEmail: page("/confirm-email", "ConfirmEmail", "open", "app", "Confirm your e-mail address."),
  dashboard: page("/dashboard", "Dashboard", "session", "app"),
  clanHome: page("/clan/$id", "ClanHome", "session", "app"),
  clanAdmin: page("/clan-admin/$id", "ClanAdmin", "session", "app"),
  customizeActivities: page("/customize-activities", "CustomizeActivities", "session", "app"),
  managePlayers: page("/manage-players", "ManagePlayers", "session", "app"),
  player: page("/player/$memberId", "Player", "session", "app"),
  account: page("/account", "AccountSettings", "session", "app"),
  myClans: page("/clanmanagement", "MyClans", "session", "app"),
  dailyActivity: page("/daily-activity", "DailyActivity", "session", "app"),
  activityHistory: page("/activity-history", "ActivityHistory", "session", "app"),
  scoreboards: page("/scoreboards", "Scoreboards", "session", "app"),
  publicScoreboard: {
    ...page("/scoreboard/$token", "Scoreboard", "open", "public", "A clan's scoreboard, shared by its members."),
    robots: "noindex,nofollow",
  },
  invites: page("/invites", "Invites", "session", "app"),
  bulletins: page("/bulletins", "Bulletins", "session", "app"),
  admin: page("/admin", "Admin", "app-admin", "app"),
  manageGames: page("/admin/games", "ManageGames", "app-admin", "app"),
  manageUsers: page("/admin/users", "ManageUsers", "app-admin", "app"),
  userDetail: page("/admin/users/$userId", "UserDetail", "app-admin", "app"),
  acceptInvite: page("/invite/$token", "AcceptInvite", "open", "app", "Accept your invite and join your clan."),
  join: {
    ...page("/join/$token", "JoinClan", "open", "app", "Ask to join a clan."),
    robots: "noindex,nofollow",
  },
  privacy: page("/privacy", "Privacy", "open", "public", "What Clanhall stores about you, why, and how to remove it."),
  terms: page("/terms", "Terms", "open", "public", "The rules for using Clanhall, in plain words."),
  help: page("/help", "Help", "open", "public", "How to reach the people who run this Clanhall."),
  notFound: {
    ...page("*", "NotFound", "open", "public", "There is no page at this address."),
    robots: "noindex,nofollow",
  },
} as const satisfies Record<string, Page>;

export type PageKey = keyof typeof pages;

/** The screens that work on one clan. */
const clanPages = [
  "clanHome",
  "dailyActivity",
  "activityHistory",
  "scoreboards",
  "bulletins",
  "managePlayers",
  "player",
  "customizeActivities",
  "invites",
  "clanAdmin",
] as const satisfies PageKey[];
export type ClanPageKey = (typeof clanPages)[number];

/** The screen of a clan that a path leads to; null on all other pages. */
export function findClanPage(path: string): ClanPageKey | null {
  const found = findPage(path);
  return clanPages.find((key) => key === found) ?? null;
}

/** The page a path leads to; every unknown path is the not-found page. */
export function findPage(path: string): PageKey {
  const parts = splitPath(path);
  const found = Object.entries(pages).find(([, { path: pattern }]) => matches(splitPath(pattern), parts));
  return (found?.[0] ?? "notFound") as PageKey;
}

function splitPath(path: string): string[] {
  const parts = path.split("/").slice(1);
  return parts.slice(0, parts.findLastIndex((part) => part !== "") + 1);
}

/** Without the id of a clan its screens are there too, and ask for one. */
function matches(pattern: string[], parts: string[]): boolean {
  const steps = pattern.at(-1) === "$id" && parts.length === pattern.length - 1 ? pattern.slice(0, -1) : pattern;
  return (
    steps.length === parts.length &&
    steps.every((step, index) => (step.startsWith("$") ? parts[index] !== "" : step === parts[index]))
  );
}

/** "ManagePlayers" becomes "Manage Players". */
export function toPageTitle(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
}

/** "ManagePlayers" becomes "Manage Players – Clanhall"; a page without a name is titled by the product alone. */
export function pageTitle(name: string): string {
  const title = toPageTitle(name);
  return title ? `${title} – ${productName}` : productName;
}

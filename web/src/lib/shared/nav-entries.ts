import { pages } from "@clanhall/contract/pages";

/** One place to go, or one thing to do, in the top bar and the drawer. */
export interface NavEntry {
  label: string;
  /** Pages of the app open inside it; a document is rendered by the server and replaces it. */
  target: { page: string; search?: Record<string, unknown> } | { document: string } | "logout";
}

export interface NavGroup {
  label: "Navigate" | "Account" | "Admin";
  entries: NavEntry[];
}

export type Audience = "visitor" | "user" | "app-admin";

const signUp: NavEntry = { label: "Sign Up", target: { page: pages.signUp.path } };

const visitor: NavGroup[] = [
  { label: "Navigate", entries: [{ label: "Home", target: { document: pages.landing.path } }] },
  {
    label: "Account",
    entries: [{ label: "Login", target: { page: pages.login.path } }, signUp],
  },
];

const user: NavGroup[] = [
  {
    label: "Navigate",
    entries: [
      { label: "Dashboard", target: { page: pages.dashboard.path } },
      { label: "My Clans", target: { page: pages.myClans.path } },
    ],
  },
  {
    label: "Account",
    entries: [
      { label: "Account Settings", target: { page: pages.account.path } },
      { label: "Logout", target: "logout" },
    ],
  },
];

const admin: NavGroup = {
  label: "Admin",
  entries: [
    { label: "Manage Users", target: { page: pages.manageUsers.path } },
    { label: "Manage Admins", target: { page: pages.admin.path, search: { admins: 1 } } },
    { label: "Manage Games", target: { page: pages.manageGames.path } },
  ],
};

/** What this installation offers to whom; where nobody can sign up, nothing leads there. */
export function navGroupsFor(audience: Audience, hasSignUp = true): NavGroup[] {
  if (audience !== "visitor") return audience === "app-admin" ? [...user, admin] : user;
  if (hasSignUp) return visitor;
  return visitor.map(({ label, entries }) => ({ label, entries: entries.filter((entry) => entry !== signUp) }));
}

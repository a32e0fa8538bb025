export const clanRoles = ["owner", "maintainer", "member"] as const;
export type ClanRole = (typeof clanRoles)[number];

/** What an owner may switch, and what holds until they do. */
export const defaultToggles = {
  members_see_values: true,
  members_enter_own: false,
  maintainers_edit_locked: false,
  maintainers_invite: false,
  maintainers_approve_joins: true,
};
export type ClanToggle = keyof typeof defaultToggles;
export type ClanToggles = Record<ClanToggle, boolean>;

type Allowed = true | ClanToggle;
const everybody = { owner: true, maintainer: true, member: true } as const;
const managers = { owner: true, maintainer: true } as const;
const ownerOnly = { owner: true } as const;

/** Who may do what inside a clan; a toggle's name where the owner decides. The server enforces this table; the web reads it to hide controls. */
export const rolesAllowed = {
  "clan.view": everybody,
  "values.view": { owner: true, maintainer: true, member: "members_see_values" },
  "entry.write": { owner: true, maintainer: true, member: "members_enter_own" },
  "entry.write_locked": { owner: true, maintainer: "maintainers_edit_locked" },
  "clan.manage": managers,
  "member.manage": managers,
  "member.change_role": ownerOnly,
  "invite.manage": { owner: true, maintainer: "maintainers_invite" },
  "join.manage": { owner: true, maintainer: "maintainers_invite" },
  "join.decide": { owner: true, maintainer: "maintainers_approve_joins" },
  "settings.view": managers,
  "settings.manage": ownerOnly,
  "clan.own": ownerOnly,
  "request.make": everybody,
  "request.decide": managers,
  "decision.make": managers,
  "attention.view": managers,
} satisfies Record<string, Partial<Record<ClanRole, Allowed>>>;

export type ClanAction = keyof typeof rolesAllowed;

/** What is still possible in an archived clan, which is there to be read. */
const readingActions = new Set<ClanAction>(["clan.view", "values.view", "settings.view", "clan.own"]);

export function isReading(action: ClanAction): boolean {
  return readingActions.has(action);
}

export function canInClan(role: ClanRole | null, action: ClanAction, toggles: ClanToggles = defaultToggles): boolean {
  if (role === null) return false;
  const allowed: Partial<Record<ClanRole, Allowed>> = rolesAllowed[action];
  const answer = allowed[role] ?? false;
  return typeof answer === "string" ? toggles[answer] : answer;
}

/** Maintainers work on members' rows, owners on those of maintainers too; the owner's own row changes by transfer alone. */
export function canManageRow(role: ClanRole, row: ClanRole): boolean {
  if (row === "owner") return false;
  return role === "owner" || (role === "maintainer" && row === "member");
}

/** What an API token may be made for. */
export const tokenScopes = ["entries:write", "entries:read", "scoreboards:read", "decisions:read"] as const;
export type TokenScope = (typeof tokenScopes)[number];

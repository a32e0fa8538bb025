export const clanRoles = ["owner", "maintainer", "member"] as const;
export type ClanRole = (typeof clanRoles)[number];

/** Who may do what inside a clan. The server enforces this table; the web reads it to hide controls. */
const rolesAllowed = {
  "clan.view": ["owner", "maintainer", "member"],
  "clan.manage": ["owner", "maintainer"],
  "clan.own": ["owner"],
} satisfies Record<string, ClanRole[]>;

export type ClanAction = keyof typeof rolesAllowed;

export function canInClan(role: ClanRole | null, action: ClanAction): boolean {
  const allowed: readonly ClanRole[] = rolesAllowed[action];
  return role !== null && allowed.includes(role);
}

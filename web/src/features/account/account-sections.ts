export const accountSections = {
  profile: "Profile",
  security: "Security",
  players: "My players",
  notifications: "Notifications",
  dashboard: "Dashboard",
  privacy: "Privacy",
} as const;

export type AccountSection = keyof typeof accountSections;

/** The section an address names; any other word means the first one. */
export function toAccountSection(name: string | null): AccountSection {
  return name !== null && Object.hasOwn(accountSections, name) ? (name as AccountSection) : "profile";
}

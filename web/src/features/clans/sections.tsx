const tabs = {
  overview: "Overview",
  details: "Details",
  day: "Clan day",
  permissions: "Permissions",
  integrations: "Integrations",
  audit: "Audit log",
  data: "Data",
  danger: "Danger zone",
} as const;

export type ClanTab = keyof typeof tabs;

/** The tabs somebody sees; the last is for the owner. */
export function tabsFor(isOwner: boolean): Partial<Record<ClanTab, string>> {
  const { danger, ...others } = tabs;
  return isOwner ? { ...others, danger } : others;
}

/** The tab an address names; any other word means the first one. */
export function toClanTab(name: string, shown: Partial<Record<ClanTab, string>>): ClanTab {
  return Object.hasOwn(shown, name) ? (name as ClanTab) : "overview";
}

/** The lines of the privacy page that say what is stored. */
export type PrivacyLine = "account" | "sign-ins" | "clan" | "writing" | "audit";

/** The parts of the file that people download about themselves. */
export type ExportPart =
  | "account"
  | "administration"
  | "app_admin"
  | "changes"
  | "clan_settings"
  | "clans"
  | "entries"
  | "factors"
  | "history"
  | "identities"
  | "profile"
  | "sessions";

/** What somebody could be known by. */
export interface PersonalData {
  /** What stays once the account is erased: this value, or `row` where the row goes. */
  erase: "row" | "" | "Former member" | null | readonly [] | Readonly<Record<string, never>>;
  /** Where it is in the file that people download about themselves. */
  export: ExportPart;
  privacy: PrivacyLine;
}

/** A value for each of the fields. */
export function mapFields<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

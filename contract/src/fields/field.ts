/** The lines of the privacy page that say what is stored. */
export type PrivacyLine = "account" | "sign-ins" | "clan" | "writing" | "audit";

/** The parts of the file that people download about themselves in which personal data is. */
export type ExportPart =
  | "account"
  | "app_admin"
  | "clan_settings"
  | "clans"
  | "discord"
  | "discord_roles"
  | "factors"
  | "history"
  | "identities"
  | "join_requests"
  | "passkeys"
  | "profile"
  | "requests"
  | "sessions"
  | "warnings";

type Json = readonly [] | Readonly<Record<string, never>>;

/** What a column holds once the account is erased; `row` where its row goes. */
export type Erased = "row" | "" | "Former member" | "former member" | null | Json;

/** What somebody could be known by. */
export interface PersonalData {
  erase: Erased;
  /** Where it is in the file that people download about themselves; null for what is kept from them in the app too. */
  export: ExportPart | null;
  privacy: PrivacyLine;
}

/** A value for each of the fields. */
export function mapFields<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

export function pickFields<Source extends object, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
): Pick<Source, Name> {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>;
}

import { type Erased, type ExportPart, mapFields, type PersonalData, type PrivacyLine } from "./field.ts";
import { memberFields, type MemberList, memberLists, type MemberText, memberTexts } from "./member-fields.ts";

/** What repeats another column: it is in people's own file there, and goes with it. */
interface Copy<E extends Erased = Erased> {
  sameAs: string;
  erase: E;
}

/** What is in a column that says nothing about anybody. */
type Plain = "id" | "time" | "setting" | "clan content" | "technical";

interface TableColumns extends Partial<Record<Plain, string>> {
  personal?: Record<string, PersonalData | Copy>;
}

const kept = <const E extends Erased>(erase: E, part: ExportPart, privacy: PrivacyLine) => ({
  erase,
  export: part,
  privacy,
});
const gone = (part: ExportPart, privacy: PrivacyLine) => kept("row", part, privacy);
const copy = <const E extends Erased>(sameAs: string, erase: E): Copy<E> => ({ sameAs, erase });

type MemberColumn = "name" | MemberList | MemberText;
const memberColumns = mapFields(["name", ...memberLists, ...memberTexts], (name) => memberFields[name].personal) as {
  [Name in MemberColumn]: (typeof memberFields)[Name]["personal"];
};

/**
 * Every column of every table. What is personal is in the file that people download about themselves, goes with the
 * account and has a line on the privacy page; a test proves it, and fails for a column that is not named here.
 */
export const storedColumns = {
  activities: {
    id: "clan_id id",
    time: "start_date end_date created_at updated_at deleted_at",
    setting: "entry_by is_public is_active",
    "clan content":
      "name name_key short_label description category icon color value_type unit aggregate min_value max_value position pauses",
    technical: "version",
  },
  activity_rules: {
    id: "clan_id activity_id",
    time: "effective_from",
    "clan content": "points_per_unit missing_points daily_cap daily_target weekly_target weekdays",
  },
  admin_audit: {
    personal: {
      target: copy("users.email", "Former member"),
      reason: copy("users.display_name", null),
      before: copy("users.email", null),
      after: copy("users.email", null),
    },
    id: "id actor_id target_id",
    time: "at",
    technical: "action target_type request_id",
  },
  api_tokens: {
    id: "clan_id id created_by",
    time: "created_at expires_at last_used_at",
    setting: "scopes",
    "clan content": "name",
    technical: "token_hash last_four",
  },
  app_admins: { personal: { note: gone("app_admin", "account") }, id: "user_id", time: "granted_at" },
  attention_hidden: { id: "clan_id member_id hidden_by", time: "until hidden_at" },
  attention_rules: {
    id: "clan_id changed_by",
    time: "changed_at",
    setting: "rules removal_after",
    "clan content": "warning_texts",
    technical: "version",
  },
  auth_audit: {
    personal: {
      ip: kept(null, "history", "sign-ins"),
      network: kept(null, "history", "sign-ins"),
      traits: kept({}, "history", "sign-ins"),
    },
    id: "id user_id",
    time: "at",
    technical: "action outcome request_id",
  },
  auth_challenges: {
    id: "id factor_id session_id",
    time: "verified_at created_at expires_at",
    technical: "code_hash attempts",
  },
  auth_factors: {
    personal: { friendly_name: gone("factors", "account"), phone: gone("factors", "account") },
    id: "id user_id",
    time: "last_challenged_at created_at updated_at",
    technical: "type status sealed_secret last_step",
  },
  auth_flows: {
    id: "id linking_user_id linking_session_id user_id",
    time: "created_at expires_at",
    technical:
      "provider state_hash browser_hash sealed_verifier nonce redirect_to code_challenge auth_code_hash method",
  },
  auth_identities: {
    personal: { subject: gone("identities", "account"), identity_data: gone("identities", "account") },
    id: "id user_id",
    time: "last_sign_in_at created_at updated_at",
    technical: "provider",
  },
  auth_one_time_tokens: {
    personal: { email: copy("users.email", "row"), user_metadata: copy("users.user_metadata", "row") },
    id: "id user_id",
    time: "code_expires_at link_expires_at created_at",
    technical: "kind link_hash code_hash code_attempts code_challenge password_hash",
  },
  auth_rate_limits: { technical: "key points expire" },
  auth_recovery_codes: { id: "id factor_id", time: "used_at", technical: "hint code_hash" },
  auth_sessions: {
    personal: { user_agent: gone("sessions", "sign-ins"), ip: gone("sessions", "sign-ins") },
    id: "id user_id factor_id",
    time: "rotated_at created_at refreshed_at proved_at reused_at",
    technical: "refresh_key refresh_counter min_counter aal amr",
  },
  auth_signing_keys: { time: "created_at signs_from retired_at", technical: "kid private_jwk public_jwk sealed_jwk" },
  auth_used_id_tokens: { time: "expires_at", technical: "token_hash" },
  auth_webauthn_challenges: {
    id: "id user_id session_id factor_id",
    time: "expires_at",
    technical: "kind challenge",
  },
  auth_webauthn_credentials: {
    personal: { friendly_name: gone("passkeys", "account") },
    id: "id user_id factor_id",
    time: "created_at last_used_at",
    technical: "rp_id credential_id public_key sign_count transports aaguid backup_eligible backed_up",
  },
  bulletin_readers: { id: "clan_id bulletin_id user_id", time: "seen_at" },
  bulletin_versions: {
    id: "clan_id bulletin_id written_by",
    time: "written_at",
    "clan content": "title content",
    technical: "version",
  },
  bulletins: {
    id: "clan_id id created_by",
    time: "publish_at expires_at published_announced_at expired_announced_at edited_at deleted_at created_at updated_at",
    setting: "audience pinned post_to_discord",
    "clan content": "title content",
    technical: "version",
  },
  clan_audit: {
    personal: {
      actor_name: copy("clan_members.name", "Former member"),
      target_name: copy("clan_members.name", "Former member"),
      before: copy("clan_members.name", null),
      after: copy("clan_members.name", null),
      reason: copy("clan_members.name", null),
    },
    id: "clan_id id actor_user_id target_id",
    time: "at",
    technical: "action target_type source request_id is_security",
  },
  clan_day_rules: { id: "clan_id", time: "effective_from created_at", setting: "time_zone reset_time reset_in_utc" },
  clan_member_away: {
    personal: { reason: memberFields.away.personal },
    id: "clan_id id member_id",
    time: "starts_on ends_on",
  },
  clan_member_merges: {
    personal: { before: copy("clan_members.name", "row") },
    id: "clan_id id keep_id drop_id merged_by",
    time: "merged_at undone_at",
  },
  clan_member_spans: { id: "clan_id member_id", time: "starts_on ends_on" },
  clan_members: {
    personal: { ...memberColumns, name_key: copy("clan_members.name", "former member") },
    id: "clan_id id user_id main_member_id merged_into_id",
    time: "created_at joined_at updated_at",
    setting: "role status kept_choice tint",
    technical: "version",
  },
  clan_transfers: { id: "clan_id to_member_id to_user_id offered_by", time: "created_at" },
  clanhall_migrations: { time: "applied_at", technical: "number name checksum" },
  clans: {
    id: "id created_by game_id main_board_id",
    time: "created_at archived_at deletes_at updated_at first_day",
    setting: "game_server game_name week_start late_days grace_days toggles crest_tint crest_symbol members_away",
    "clan content": "name description",
    technical: "version",
  },
  discord_app: { id: "id", time: "registered_at roles_until", technical: "commands_hash roles_run" },
  discord_codes: { id: "user_id clan_id", time: "expires_at", technical: "code_hash" },
  discord_links: {
    personal: { discord_user_id: gone("discord", "account"), name: gone("discord", "account") },
    id: "user_id",
    time: "created_at",
  },
  discord_role_changes: { id: "id clan_id" },
  discord_role_grants: {
    personal: { discord_user_id: gone("discord_roles", "account") },
    id: "clan_id guild_id role_id user_id",
    time: "checked_on",
    technical: "state",
  },
  discord_role_rules: {
    id: "clan_id id guild_id role_id",
    time: "checked_on created_at",
    "clan content": "role_name rule problem",
    technical: "version",
  },
  discord_seen: { id: "interaction_id", time: "seen_at" },
  entries: {
    id: "clan_id member_id activity_id entered_by",
    time: "day entered_at",
    "clan content": "state value points is_met late",
    technical: "version revision source",
  },
  entry_import_mappings: { id: "clan_id", time: "updated_at", "clan content": "mapping", technical: "header_hash" },
  entry_imports: {
    personal: { added_aliases: copy("clan_members.aliases", []) },
    id: "clan_id id imported_by added_members",
    time: "created_at undone_at",
    "clan content": "file_name counts",
    technical: "file_hash format policy",
  },
  entry_months: {
    id: "clan_id member_id activity_id",
    time: "month",
    "clan content": "value_sum points days_entered days_done days_met days_excused",
  },
  entry_revisions: { id: "clan_id", technical: "revision" },
  entry_versions: {
    personal: { reason: copy("clan_members.name", null) },
    id: "clan_id member_id activity_id entered_by import_id",
    time: "day entered_at",
    "clan content": "state value points late",
    technical: "version source",
  },
  games: {
    id: "id",
    time: "created_at updated_at",
    setting: "is_active week_start",
    "clan content": "slug name icon position servers templates reset_note",
    technical: "version",
  },
  idempotency_keys: { id: "user_id claim", time: "created_at done_at", technical: "key request_hash status answer" },
  invite_guesses: { time: "locked_until guessed_at", technical: "token_hash wrong" },
  invite_sessions: { id: "id clan_id invite_id", time: "expires_at used_at created_at", technical: "token_hash" },
  invites: {
    id: "clan_id id clan_member_id processed_by_user_id created_by",
    time: "processed_at cancelled_at expires_at created_at updated_at",
    technical: "token_hash sealed_token sealed_code is_processed",
  },
  join_blocks: { id: "clan_id user_id blocked_by", time: "created_at" },
  join_links: {
    id: "clan_id created_by",
    time: "expires_at rotated_at",
    setting: "is_on names max_uses",
    "clan content": "question",
    technical: "token_hash sealed_token uses version",
  },
  join_requests: {
    personal: {
      name: gone("join_requests", "clan"),
      answer: gone("join_requests", "clan"),
      note: gone("join_requests", "clan"),
      reason: gone("join_requests", "clan"),
      decided_by_name: copy("clan_members.name", "Former member"),
    },
    id: "clan_id id user_id wanted_member_id member_id decided_by",
    time: "decided_at created_at expires_at",
    technical: "state version",
  },
  login_activity: { id: "user_id", time: "updated_at", setting: "adblock" },
  mails: {
    personal: { recipient: copy("users.email", "row") },
    id: "id",
    time: "claimed_until created_at sent_at body_ends_at",
    technical: "subject text html state attempts last_error unsubscribe_url sealed_body",
  },
  member_notes: {
    personal: { note: { erase: "row", export: null, privacy: "clan" } },
    id: "clan_id id member_id written_by",
    time: "written_at",
  },
  member_requests: {
    personal: { reason: gone("requests", "clan"), answer: gone("requests", "clan") },
    id: "clan_id id member_id activity_id decided_by",
    time: "day starts_on ends_on decided_at seen_at created_at",
    "clan content": "value is_excused was_value was_excused",
    technical: "kind state base_version",
  },
  member_warnings: {
    personal: { message: gone("warnings", "clan"), lifted_reason: gone("warnings", "clan") },
    id: "clan_id id member_id given_by lifted_by",
    time: "ends_on given_at lifted_at",
  },
  reopened_days: { id: "clan_id reopened_by", time: "day until created_at", "clan content": "reason" },
  request_pictures: {
    personal: { png: copy("member_requests.reason", "row") },
    id: "clan_id id request_id",
    time: "created_at",
    technical: "position",
  },
  scoreboard_periods: { id: "clan_id scoreboard_id", time: "starts_on ends_on frozen_at", "clan content": "result" },
  scoreboards: {
    id: "clan_id id created_by season_id",
    time: "ended_at running_from share_expires_at deleted_at created_at updated_at",
    setting: "measure activities period members include_former min_due_days top_n ties sort_order name_display columns",
    "clan content": "title description state result views",
    technical: "ends_by_itself share_hash share_sealed passcode_hash passcode_version version",
  },
  screenshot_layouts: {
    id: "clan_id id created_by known_crops",
    time: "last_used_at",
    "clan content": "name signs geometry",
    technical: "version",
  },
  seasons: {
    id: "clan_id id board_id ended_by created_by",
    time: "starts_on ends_on ended_at created_at updated_at",
    "clan content": "name result",
    technical: "version",
  },
  sealing_keys: { time: "created_at", technical: "id key sealed_key" },
  service_tokens: { id: "id", time: "created_at expires_at revoked_at" },
  user_clan_settings: {
    personal: { settings: gone("clan_settings", "clan") },
    id: "clan_id user_id",
    time: "updated_at",
    technical: "version",
  },
  users: {
    personal: {
      email: kept(null, "profile", "account"),
      display_name: kept("Former member", "profile", "account"),
      user_metadata: kept({}, "account", "account"),
      app_metadata: kept({}, "account", "account"),
      new_email: kept(null, "account", "account"),
      time_zone: kept(null, "profile", "account"),
      locale: kept(null, "profile", "account"),
    },
    id: "id",
    time: "created_at email_confirmed_at last_sign_in_at banned_until deleted_at updated_at confirmation_sent_at recovery_sent_at email_change_sent_at reauthentication_sent_at invited_at deletes_at",
    setting: "is_anonymous ui_settings privacy email_confirmed_by",
    technical: "password_hash email_change_agreed profile_version search_words",
  },
  webhook_deliveries: {
    id: "clan_id id webhook_id",
    time: "claimed_until created_at sent_at",
    technical: "event subject facts state attempts wanted delivered status problem message_id",
  },
  webhooks: {
    id: "clan_id id created_by",
    time: "disabled_at created_at updated_at",
    setting: "events reminder_hours kind mention_missing",
    "clan content": "name url_hint guild_id guild_name channel_id channel_name app_permissions",
    technical: "url_sealed failures disabled_reason version",
  },
} as const satisfies Record<string, TableColumns>;

type Tables = typeof storedColumns;
type PersonalTable = { [Name in keyof Tables]: Tables[Name] extends { personal: object } ? Name : never }[keyof Tables];
type Columns<Name extends PersonalTable> = Tables[Name]["personal"];

/** What is written into the personal columns of a table when an account is erased. */
export function erasedColumns<Name extends PersonalTable>(table: Name) {
  const columns: Record<string, { erase: Erased }> = storedColumns[table].personal;
  const values = Object.entries(columns).map(([column, { erase }]) => [
    column,
    typeof erase === "object" && erase !== null ? JSON.stringify(erase) : erase,
  ]);
  return Object.fromEntries(values) as {
    [Column in keyof Columns<Name>]: Columns<Name>[Column] extends { erase: null } ? null : string;
  };
}

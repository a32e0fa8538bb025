import { getMyAdminStatus } from "@clanhall/contract/account";
import { type AdminAuditRow, type AdminOverview, type OwnerlessClan, listAdminAudit } from "@clanhall/contract/admin";
import type { ManagedGame } from "@clanhall/contract/admin-games";
import type { UserDetail, UserRow } from "@clanhall/contract/admin-users";
import { fakeClans, nightOwls, openAsKara } from "./fake-clans.ts";
import { heading } from "./open-app.tsx";

const day = "2026-01-01T00:00:00.000Z";

export const overview: AdminOverview = {
  users: { total: 12_345, suspended: 2, unconfirmed: 31, deletion_pending: 4 },
  clans: { total: 812, archived: 12, without_owner: 1 },
  sign_ups_7d: 57,
  failed_sign_ins_24h: 9,
  jobs: { waiting: 3, active: 1, failed: 2, oldest_waiting_at: day },
  mails: { waiting: 0, failed: 0 },
  discord: "off",
  health: { version: "1.2.3", database: "PostgreSQL 18.4", database_size: 5_368_709_120, started_at: day },
};

export const lostClan: OwnerlessClan = {
  id: nightOwls.id,
  name: "Night Owls",
  owner: null,
  created_at: day,
  candidates: [
    {
      member_id: "77777777-7777-4777-8777-777777777777",
      player: "Bram",
      role: "maintainer",
      email: "bram@owls.example",
    },
  ],
};

export const suspension: AdminAuditRow = {
  id: "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb",
  at: day,
  action: "user.suspend",
  actor: "Kara",
  target_type: "user",
  target_id: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
  target: "Bram",
  reason: "Sold accounts",
  before: { state: "active" },
  after: { state: "suspended" },
  request_id: null,
};

export const bram: UserRow = {
  id: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
  display_name: "Bram",
  email: "bram@owls.example",
  state: "active",
  is_app_admin: false,
  has_factor: true,
  providers: ["password", "discord"],
  clans: 2,
  created_at: day,
  last_sign_in_at: null,
};

export const bramsAccount: UserDetail = {
  ...bram,
  time_zone: "Europe/Berlin",
  email_confirmed_at: day,
  new_email: null,
  suspended_until: null,
  deletes_at: null,
  identities: [
    { provider: "email", created_at: day },
    { provider: "discord", created_at: day },
  ],
  passkeys: 1,
  factors: [{ type: "totp", status: "verified", created_at: day }],
  sessions: [
    {
      id: "22222222-2222-4222-8222-222222222222",
      device: "Firefox on Windows",
      ip: "192.0.2.1",
      aal: "aal2",
      created_at: day,
      last_seen_at: day,
    },
  ],
  memberships: [
    {
      clan_id: nightOwls.id,
      clan_name: "Night Owls",
      member_id: "77777777-7777-4777-8777-777777777777",
      player: "Bram the Bold",
      role: "maintainer",
      status: "active",
    },
  ],
  sign_ins: [
    {
      id: "44444444-4444-4444-8444-444444444444",
      at: day,
      outcome: "failure",
      method: "password",
      ip: "192.0.2.7",
    },
  ],
  login_activity: { adblock: true },
};

export const warGame: ManagedGame = {
  id: "66666666-6666-4666-8666-666666666666",
  name: "War Game",
  slug: "war-game",
  icon: "",
  is_active: true,
  position: 0,
  week_start: 3,
  servers: [{ label: "Europe", time_zone: "UTC", reset_time: "04:00", reset_in_utc: true }],
  templates: [
    {
      key: "raids",
      name: "Raiding",
      activities: [
        {
          name: "Raid attended",
          short_label: "Raid",
          value_type: "yes_no",
          unit: "",
          aggregate: "days_done",
          points_per_unit: 20,
          daily_target: 1,
        },
      ],
    },
  ],
  clans: 7,
  version: 3,
};

export const farmGame: ManagedGame = {
  ...warGame,
  id: "66666666-6666-4666-8666-666666666667",
  name: "Farm Game",
  slug: "farm-game",
  icon: "🐄",
  position: 1,
  servers: [],
  templates: [],
  clans: 0,
};

/** A backend on which Kara is an app admin. */
export function fakeAdmin() {
  return fakeClans(nightOwls)
    .answers(getMyAdminStatus, { success: true, data: { isAppAdmin: true } })
    .answers(listAdminAudit, { items: [suspension], next_cursor: null });
}

export async function openAdmin(path: string, title: string, backend: ReturnType<typeof fakeAdmin>) {
  const opened = openAsKara(path);
  await heading(title);
  return { backend, ...opened };
}

/** The server says no, in words for people. */
export function refusal(status: number, message: string, more: object = {}) {
  const error = status === 409 ? "conflict" : "forbidden";
  return () => Response.json({ error, message, ...more }, { status });
}

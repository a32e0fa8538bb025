import { toClanDate } from "@clanhall/contract/clan-day";
import type { Member } from "@clanhall/contract/members";
import { canInClan } from "@clanhall/contract/permissions";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import type { Db } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { listLastEntries } from "../entries/index.ts";
import { type AwayRow, findRosterRow, listAway, type RosterRow } from "./queries.ts";
import { loadRates } from "./rates.ts";

/** Who looks at the roster, and when. */
export interface Look {
  actor: ClanActor;
  now: Date;
  today: string;
}

export async function loadMember(db: Db, actor: ClanActor, memberId: string, now: Date): Promise<Member> {
  const row = await findRosterRow(db, actor.clanId, memberId);
  if (!row) throw notFound("Player");
  const away = await listAway(db, actor.clanId, row.id);
  const today = toClanDate(await listDayRules(db, actor.clanId), now);
  const [last] = await listLastEntries(db, actor.clanId, row.id);
  const member = toMember(row, away, { actor, now, today }, last?.day);
  return maySeeValues(actor, row)
    ? { ...member, ...(await loadRates(db, actor.clanId, today, [row.id])).get(row.id) }
    : member;
}

/** What others did is for those who may see values; what one did oneself, always. */
export function maySeeValues({ role, toggles, memberId }: ClanActor, { id }: { id: string }): boolean {
  return id === memberId || canInClan(role, "values.view", toggles);
}

/**
 * A row as the reader may see it: accounts, invites, officers' notes and reasons are for managers and, but for the
 * notes, for oneself. Rates are added where a row is shown.
 */
export function toMember(row: RosterRow, away: AwayRow[], { actor, now, today }: Look, lastEntry?: string): Member {
  const isMine = row.id === actor.memberId;
  const isManager = canInClan(actor.role, "clan.manage");
  const isOpen = isManager || isMine;
  return {
    id: row.id,
    clan_id: row.clan_id,
    name: row.name,
    tint: row.tint,
    aliases: row.aliases,
    role: row.role,
    status: row.status,
    user_id: isOpen ? row.user_id : null,
    is_me: isMine,
    groups: row.groups,
    public_note: row.public_note,
    officer_note: isManager ? row.officer_note : null,
    away: away.map(({ id, starts_on, ends_on, reason }) => ({
      id,
      from: starts_on,
      to: ends_on,
      reason: isOpen ? reason : null,
    })),
    away_until: away.find(({ starts_on, ends_on }) => starts_on <= today && today <= ends_on)?.ends_on ?? null,
    main_member_id: row.main_member_id,
    merged_into_id: row.merged_into_id,
    invite: isManager ? toInviteState(row, now) : { state: "none", expires_at: null },
    last_entry: (maySeeValues(actor, row) && lastEntry) || null,
    rate_7: null,
    rate_30: null,
    joined_at: row.joined_at.toISOString(),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  };
}

function toInviteState({ invite_id, invite_expires_at: expiry }: RosterRow, now: Date): Member["invite"] {
  if (invite_id === null) return { state: "none", expires_at: null };
  return { state: expiry === null || expiry > now ? "open" : "expired", expires_at: expiry?.toISOString() ?? null };
}

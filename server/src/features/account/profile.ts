import {
  type ClanSettings,
  type ClanSettingsChange,
  type Profile,
  type profileChange,
  type PublicName,
  rowSorts,
  type WidgetKey,
  widgetKeys,
} from "@clanhall/contract/account";
import { toWidgetOrder } from "@clanhall/contract/dashboard";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { notFound, staleVersion } from "../../errors.ts";
import { publishClanChanged } from "../../events/publish.ts";
import { lockUser, updateProfile, type UserRow } from "../auth/index.ts";
import { listClansOfUser } from "../members/index.ts";
import { findClanSettings, lockClanSettings, updateClanSettings } from "./queries.ts";

type Change = z.output<typeof profileChange>;

/** What nobody has chosen yet is filled in. */
export function toProfile(user: UserRow): Profile {
  const dashboard = user.ui_settings.dashboard as Partial<Profile["ui_settings"]["dashboard"]> | undefined;
  return {
    id: user.id,
    display_name: user.display_name,
    email: user.email,
    time_zone: user.time_zone,
    locale: user.locale,
    ui_settings: { dashboard: { order: toWidgetOrder(dashboard?.order ?? []), hidden: toKnown(dashboard?.hidden) } },
    privacy: { public_name: "name", analytics_opt_out: false, ...user.privacy },
    has_password: user.password_hash !== null,
    created_at: user.created_at.toISOString(),
    deletes_at: user.deletes_at?.toISOString() ?? null,
    version: user.profile_version,
  };
}

function toKnown(keys: WidgetKey[] = []): WidgetKey[] {
  return keys.filter((key) => widgetKeys.includes(key));
}

export function changeProfile(db: Db, userId: string, change: Change): Promise<Profile> {
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw notFound("Account");
    if (change.version !== undefined && change.version !== user.profile_version) {
      throw staleVersion("your profile", toProfile(user), { by: user.display_name, at: user.updated_at });
    }
    if (change.privacy?.public_name !== undefined) await publishClanChanged(tx, await listClansOfUser(tx, userId));
    return toProfile(await updateProfile(tx, userId, toColumns(user, change)));
  });
}

function toColumns(user: UserRow, { display_name, time_zone, locale, ui_settings, privacy }: Change) {
  return {
    ...(display_name !== undefined && {
      display_name,
      // The auth service shows people by what it keeps itself.
      user_metadata: JSON.stringify({ ...user.user_metadata, display_name }),
    }),
    ...(time_zone !== undefined && { time_zone }),
    ...(locale !== undefined && { locale }),
    ...(ui_settings && { ui_settings: JSON.stringify({ ...user.ui_settings, ...ui_settings }) }),
    ...(privacy && { privacy: JSON.stringify({ ...user.privacy, ...privacy }) }),
  };
}

export async function loadClanSettings(db: Db, { clanId, userId }: ClanActor): Promise<ClanSettings> {
  return toClanSettings((await findClanSettings(db, clanId, userId)) ?? { settings: {}, version: 0 });
}

export function changeClanSettings(
  db: Db,
  { clanId, userId, name }: ClanActor,
  change: ClanSettingsChange,
): Promise<ClanSettings> {
  const { version, ...chosen } = change;
  return db.transaction().execute(async (tx) => {
    const before = await lockClanSettings(tx, clanId, userId);
    if (version !== undefined && version !== before.version) {
      throw staleVersion("these settings", toClanSettings(before), { by: name, at: before.updated_at });
    }
    if (chosen.public_name !== undefined) await publishClanChanged(tx, [clanId]);
    return toClanSettings(await updateClanSettings(tx, clanId, userId, { ...before.settings, ...chosen }));
  });
}

function toClanSettings({ settings, version }: { settings: Record<string, unknown>; version: number }): ClanSettings {
  return {
    public_name: (settings.public_name as PublicName | undefined) ?? null,
    first_steps_hidden: settings.first_steps_hidden === true,
    row_sort: rowSorts.find((sort) => sort === settings.row_sort) ?? "name",
    row_order: Array.isArray(settings.row_order) ? settings.row_order : [],
    version,
  };
}

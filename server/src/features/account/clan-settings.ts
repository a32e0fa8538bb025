import type { PublicName } from "@clanhall/contract/account";
import type { ClanSettings, ClanSettingsChange } from "@clanhall/contract/clan-settings";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { staleVersion } from "../../errors.ts";
import { publishClanChanged } from "../../events/publish.ts";
import { findClanSettings, lockClanSettings, updateClanSettings } from "./clan-settings.queries.ts";

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
    version,
  };
}

import type { Bulletin } from "@clanhall/contract/bulletins";
import { useMutation } from "@tanstack/react-query";
import { CallError } from "../../lib/call-error.ts";
import { type BulletinFields, type FullDraft, toFields } from "./fields.ts";
import { type Changed, changeOf, doCollide, toChange, toCreation } from "./bulletin-fields-check.ts";
import {
  passedMoment,
  saveBulletin,
  useAddBulletin,
  useRefreshBulletins,
  useTakeBulletin,
} from "./change-bulletins.api.ts";

interface Sent {
  /** Null for a new one. */
  version: number | null;
  draft: FullDraft;
  change: Changed;
  base: BulletinFields;
}
type Outcome = { saved: Bulletin } | { theirs: Bulletin };

/** Stores a bulletin, or answers with what stands in the way. */
export function useSaveBulletin(clanId: string, bulletin: Bulletin | null) {
  const add = useAddBulletin(clanId);
  const take = useTakeBulletin(clanId);
  const refresh = useRefreshBulletins();
  return useMutation({
    mutationFn: async ({ version, draft, change, base }: Sent): Promise<Outcome> => {
      if (bulletin === null || version === null) return { saved: await add.mutateAsync(toCreation(draft)) };
      if (Object.keys(change).length === 0) return { saved: bulletin };
      const outcome = await sendChange(bulletin, { version, change, base });
      if ("saved" in outcome) take(outcome.saved);
      void refresh();
      return outcome;
    },
  });
}

/** A change elsewhere stands in the way only if it is of the same settings, and only until the person has decided. */
async function sendChange(bulletin: Bulletin, { version, change, base }: Omit<Sent, "draft"> & { version: number }) {
  const { clan_id, id } = bulletin;
  const body = toChange(change, passedMoment(bulletin));
  try {
    return { saved: await saveBulletin(clan_id, id, { ...body, version }) };
  } catch (error) {
    const theirs = error instanceof CallError ? (error.current as Bulletin | undefined) : undefined;
    if (theirs?.id !== id) throw error;
    if (doCollide(change, changeOf(base, toFields(theirs)))) return { theirs };
    return { saved: await saveBulletin(clan_id, id, { ...body, version: theirs.version }) };
  }
}

import type { BulletinChange, BulletinDraft } from "@clanhall/contract/bulletin-drafts";
import {
  type Bulletin,
  createBulletin,
  deleteBulletin,
  markBulletinSeen,
  patchBulletin,
  restoreBulletin,
} from "@clanhall/contract/bulletins";
import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { aboutOne, type BulletinsPage, bulletinsKey, listKey } from "./manage-bulletins.api.ts";

type Pages = InfiniteData<BulletinsPage>;

/** Whatever becomes of a bulletin shows in every list of bulletins. */
export function useRefreshBulletins() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: bulletinsKey });
}

/** Puts what is known of a bulletin into every list of its clan at once. */
export function useTakeBulletin(clanId: string) {
  const queries = useQueryClient();
  return (bulletin: Bulletin) =>
    queries.setQueriesData<Pages>({ queryKey: listKey(clanId) }, (data) =>
      withItems(data, (items) => items.map((item) => (item.id === bulletin.id ? bulletin : item))),
    );
}

export function addBulletin(clanId: string, draft: BulletinDraft, idempotencyKey: string): Promise<Bulletin> {
  return call(createBulletin, { params: { clanId }, body: draft }, { idempotencyKey });
}

export function saveBulletin(clanId: string, bulletinId: string, change: BulletinChange): Promise<Bulletin> {
  return call(patchBulletin, { params: { clanId, bulletinId }, body: change });
}

/** Notes that a live bulletin was opened; nobody waits for it. */
export function useTellSeen() {
  return useMutation({
    mutationFn: (bulletin: Bulletin) => call(markBulletinSeen, aboutOne(bulletin)),
    onSuccess: useRefreshBulletins(),
  });
}

/** What is done to a bulletin without a form. */
export type Deed = { bulletin: Bulletin } & (
  | { kind: "delete" | "restore" }
  | { kind: "change"; change: BulletinChange }
);

async function sendDeed(deed: Deed): Promise<Bulletin> {
  const { bulletin } = deed;
  if (deed.kind === "change") return saveBulletin(bulletin.clan_id, bulletin.id, deed.change);
  if (deed.kind === "restore") return call(restoreBulletin, aboutOne(bulletin));
  await call(deleteBulletin, aboutOne(bulletin));
  return bulletin;
}

/** Shown at once where it is clear what comes of it, and taken back if it cannot be done. */
export function useBulletinDeed(clanId: string) {
  const queries = useQueryClient();
  const take = useTakeBulletin(clanId);
  const queryKey = listKey(clanId);
  return useMutation({
    scope: { id: `bulletins of ${clanId}` },
    mutationFn: sendDeed,
    onMutate: async (deed) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueriesData<Pages>({ queryKey });
      queries.setQueriesData<Pages>({ queryKey }, (data) => withItems(data, (items) => withDeed(items, deed)));
      return before;
    },
    onSuccess: (bulletin, { kind }) => {
      if (kind === "change") take(bulletin);
    },
    onError: (_error, _deed, before) => {
      for (const [key, data] of before ?? []) queries.setQueryData(key, data);
    },
    onSettled: useRefreshBulletins(),
  });
}

function withDeed(items: Bulletin[], { kind, bulletin, ...deed }: Deed): Bulletin[] {
  if (kind === "delete") return items.filter(({ id }) => id !== bulletin.id);
  const { pinned } = "change" in deed ? deed.change : {};
  if (pinned === undefined) return items;
  return items.map((item) => (item.id === bulletin.id ? { ...item, pinned } : item));
}

function withItems(data: Pages | undefined, change: (items: Bulletin[]) => Bulletin[]) {
  return data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) };
}

/** Any moment that has passed publishes now; this device's own clock may be ahead of the server's. */
export function passedMoment({ created_at }: Bulletin): string {
  return created_at;
}

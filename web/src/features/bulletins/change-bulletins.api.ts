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
import { useOptimisticMutation } from "../../lib/mutations.ts";
import { aboutOne, type BulletinsPage, bulletinsKey, listKey } from "./api.ts";

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
    queries.setQueriesData<Pages>(
      { queryKey: listKey(clanId) },
      (data) => data && withItems(data, (items) => items.map((item) => (item.id === bulletin.id ? bulletin : item))),
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
export type BulletinAction = { bulletin: Bulletin } & (
  | { kind: "delete" | "restore" }
  | { kind: "change"; change: BulletinChange }
);

async function sendAction(action: BulletinAction): Promise<Bulletin> {
  const { bulletin } = action;
  if (action.kind === "change") return saveBulletin(bulletin.clan_id, bulletin.id, action.change);
  if (action.kind === "restore") return call(restoreBulletin, aboutOne(bulletin));
  await call(deleteBulletin, aboutOne(bulletin));
  return bulletin;
}

export function useBulletinAction(clanId: string) {
  const take = useTakeBulletin(clanId);
  return useOptimisticMutation<Pages, BulletinAction, Bulletin>({
    queryKey: listKey(clanId),
    scope: `bulletins of ${clanId}`,
    apply: (pages, action) => withItems(pages, (items) => withAction(items, action)),
    mutationFn: sendAction,
    onSuccess: (bulletin, { kind }) => {
      if (kind === "change") take(bulletin);
    },
    refresh: useRefreshBulletins(),
  });
}

/** Only what is certain is shown before the server says so. */
function withAction(items: Bulletin[], { kind, bulletin, ...action }: BulletinAction): Bulletin[] {
  if (kind === "delete") return items.filter(({ id }) => id !== bulletin.id);
  const { pinned } = "change" in action ? action.change : {};
  if (pinned === undefined) return items;
  return items.map((item) => (item.id === bulletin.id ? { ...item, pinned } : item));
}

function withItems(data: Pages, change: (items: Bulletin[]) => Bulletin[]): Pages {
  return { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) };
}

/** Any moment before now publishes at once; this device's own clock may be ahead of the server's. */
export function passedMoment({ created_at }: Bulletin): string {
  return created_at;
}

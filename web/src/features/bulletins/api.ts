import {
  type Bulletin,
  type BulletinState,
  createBulletin,
  deleteBulletin,
  listBulletinReaders,
  listBulletins,
  listBulletinVersions,
  markBulletinSeen,
  patchBulletin,
  previewBulletin,
  restoreBulletin,
} from "@clanhall/contract/bulletins";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { type InfiniteData, keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../lib/api-client.ts";
import { followClan } from "../../lib/events.ts";
import type { BulletinChange, BulletinDraft } from "@clanhall/contract/bulletin-drafts";
import { useOptimisticMutation } from "../../lib/mutations.ts";
import { type LoadPage, pagedQuery } from "../../lib/paged.ts";

type BulletinsPage = AnswerOf<typeof listBulletins>;

/** Everything about bulletins is asked for again together. */
const bulletinsKey = ["bulletins"];
const listKey = (clanId: string) => [...bulletinsKey, clanId, "list"];

interface BulletinFilter {
  state: BulletinState | "";
  q: string;
}

export function loadBulletins(clanId: string, { state, q }: BulletinFilter): LoadPage<BulletinsPage> {
  const filter = { ...(state && { state }), ...(q && { q }) };
  return (at, options) => call(listBulletins, { params: { clanId }, query: { ...filter, ...at } }, options);
}

/** Every page brings the counts of all states. */
export const bulletinsOf = (clanId: string, filter: BulletinFilter) => ({
  ...pagedQuery([...listKey(clanId), filter.state, filter.q], loadBulletins(clanId, filter)),
  placeholderData: keepPreviousData,
});

/** One that the list does not show, because it is filtered out or further down; null where it is not to be had. */
export const oneBulletinQuery = (clanId: string, bulletinId: string) =>
  queryOptions({
    queryKey: [...bulletinsKey, clanId, "one", bulletinId],
    queryFn: async ({ signal }): Promise<Bulletin | null> => {
      let cursor: string | null = "";
      while (cursor !== null) {
        const query = { limit: 200, ...(cursor && { cursor }) };
        const page: BulletinsPage = await call(listBulletins, { params: { clanId }, query }, { signal });
        const found = page.items.find(({ id }) => id === bulletinId);
        if (found) return found;
        cursor = page.next_cursor;
      }
      return null;
    },
  });

/** What was deleted in the last thirty days, the latest first. */
export const bulletinBinQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...bulletinsKey, clanId, "bin"],
    queryFn: async ({ signal }) => {
      const query = { deleted: "true", limit: 200 } as const;
      const { items } = await call(listBulletins, { params: { clanId }, query }, { signal });
      return items.toSorted((a, b) => (b.deleted_at ?? "").localeCompare(a.deleted_at ?? ""));
    },
  });

const aboutOne = ({ clan_id: clanId, id: bulletinId }: Bulletin) => ({ params: { clanId, bulletinId } });

export const bulletinVersionsQuery = (bulletin: Bulletin) =>
  queryOptions({
    queryKey: [...bulletinsKey, bulletin.clan_id, "versions", bulletin.id, bulletin.version],
    queryFn: async ({ signal }) => (await call(listBulletinVersions, aboutOne(bulletin), { signal })).items,
  });

export const bulletinReadersQuery = (bulletin: Bulletin) =>
  queryOptions({
    queryKey: [...bulletinsKey, bulletin.clan_id, "readers", bulletin.id],
    queryFn: async ({ signal }) => (await call(listBulletinReaders, aboutOne(bulletin), { signal })).items,
  });

/** What would be stored of a message. */
export const previewQuery = (clanId: string, content: string) =>
  queryOptions({
    queryKey: [...bulletinsKey, clanId, "preview", content],
    queryFn: ({ signal }) => call(previewBulletin, { params: { clanId }, body: { content } }, { signal }),
  });

/** Asks again when a bulletin of the clan is published, changed or expired. */
export function useFollowBulletins(clanId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const refetch = () => void queries.invalidateQueries({ queryKey: bulletinsKey });
    return followClan(clanId, { bulletins: refetch, resync: refetch });
  }, [queries, clanId]);
}

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
export function useMarkSeen() {
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
export function earlierMoment({ created_at }: Bulletin): string {
  return created_at;
}

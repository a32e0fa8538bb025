import {
  type Bulletin,
  type BulletinState,
  listBulletinReaders,
  listBulletins,
  listBulletinVersions,
  previewBulletin,
} from "@clanhall/contract/bulletins";
import { followClan } from "@clanhall/contract/days";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../lib/api-client.ts";
import { followEvents } from "../../lib/events.ts";

export type BulletinsPage = AnswerOf<typeof listBulletins>;

/** Everything about bulletins is asked for again together. */
export const bulletinsKey = ["bulletins"];
export const listKey = (clanId: string) => [...bulletinsKey, clanId, "list"];

/** Page by page. Every page brings the counts of all states. */
export const bulletinsOf = (clanId: string, { state, q }: { state: BulletinState | ""; q: string }) =>
  infiniteQueryOptions({
    queryKey: [...listKey(clanId), state, q],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(state && { state }), ...(q && { q }), ...(pageParam && { cursor: pageParam }) };
      return call(listBulletins, { params: { clanId }, query }, { signal });
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
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

export const aboutOne = ({ clan_id: clanId, id: bulletinId }: Bulletin) => ({ params: { clanId, bulletinId } });

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
  useEffect(
    () =>
      followEvents(followClan.path.replace(":clanId", clanId), {
        onEvent(name) {
          if (name === "bulletins" || name === "resync") void queries.invalidateQueries({ queryKey: bulletinsKey });
        },
      }),
    [queries, clanId],
  );
}

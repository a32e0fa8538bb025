import { type Bulletin, listMyBulletins, markBulletinSeen } from "@clanhall/contract/bulletins";
import { bulletinsPerClan } from "@clanhall/contract/dashboard";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { fetchWithEtag } from "../../lib/etag-cache.ts";
import { useTraceOf } from "../../lib/hooks.ts";

/** The newest of all the caller's clans, newest first. */
const myBulletinsQuery = queryOptions({
  queryKey: ["bulletins", "my"],
  queryFn: async () => {
    const query = { limitPerClan: bulletinsPerClan };
    const { items } = await call(listMyBulletins, { query }, { fetch: fetchWithEtag });
    return items.toSorted((a, b) => publishedAt(b).localeCompare(publishedAt(a)));
  },
});

/** When it could first be read, as far as the server says so. */
export function publishedAt({ posted_at, created_at }: Bulletin): string {
  return posted_at ?? created_at;
}

const none: Bulletin[] = [];

/** The dashboard does without bulletins that do not come. */
export function useMyBulletins(isWanted: boolean) {
  const { data = none, error, isPending } = useQuery({ ...myBulletinsQuery, enabled: isWanted });
  useTraceOf(error, "The bulletins could not be loaded");
  return { bulletins: data, isPending };
}

/** Tells that a bulletin was opened. Nobody waits for it, and nothing is lost when it does not arrive. */
export function useMarkSeen() {
  const queries = useQueryClient();
  return ({ id, clan_id, is_seen }: Bulletin) => {
    if (is_seen) return;
    void call(markBulletinSeen, { params: { clanId: clan_id, bulletinId: id } }).catch(() => undefined);
    queries.setQueryData(myBulletinsQuery.queryKey, (known) =>
      known?.map((bulletin) => (bulletin.id === id ? { ...bulletin, is_seen: true } : bulletin)),
    );
  };
}

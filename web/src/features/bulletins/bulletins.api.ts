import { send } from "../../lib/api-client.ts";
import { fetchWithEtag } from "../../lib/etag-cache.ts";
import { type Bulletin, readBulletins } from "../../lib/compat/entities.ts";

export async function listBulletinsOfClan(clanId: string | null, limit?: number): Promise<Bulletin[]> {
  if (!clanId) return [];
  const path = `/api/clans/${encodeURIComponent(clanId)}/bulletins`;
  return readBulletins(await send({ method: "GET", path, query: { limit } }));
}

/** The newest of every clan the caller belongs to. */
export async function listMyBulletins(limitPerClan = 5): Promise<Bulletin[]> {
  const request = { method: "GET", path: "/api/bulletins", query: { limitPerClan } } as const;
  return readBulletins(await send(request, { fetch: fetchWithEtag }));
}

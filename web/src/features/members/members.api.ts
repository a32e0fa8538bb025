import { send } from "../../lib/api-client.ts";
import { hasStatus } from "../../lib/call-error.ts";
import { type Member, readMembers } from "../../lib/compat/entities.ts";

export async function listMembersOfClan(clanId: string, { unlinked = false } = {}): Promise<Member[]> {
  const path = `/api/clans/${encodeURIComponent(clanId)}/members`;
  return readMembers(await send({ method: "GET", path, ...(unlinked && { query: { unlinked } }) }));
}

export async function listMyLinkedMembers(): Promise<Member[]> {
  return readMembers(await send({ method: "GET", path: "/api/clan-members/my-linked" }));
}

/** Potential members by name; no query and a server without search both find nobody. */
export async function searchMembers(query: string): Promise<Member[]> {
  if (query.trim() === "") return [];
  try {
    return readMembers(await send({ method: "GET", path: "/api/clan-members/search", query: { q: query } }));
  } catch (error) {
    if (hasStatus(error, 404)) return [];
    throw error;
  }
}

import { send } from "../../lib/api-client.ts";
import { asRecord, readField, readFlag, readRecord } from "../../lib/compat/read-answer.ts";
import { type Clan, readClans, toClan } from "../../lib/compat/entities.ts";

export async function listMyClans(): Promise<Clan[]> {
  return readClans(await send({ method: "GET", path: "/api/clans/my" }));
}

export async function getClan(id: string): Promise<Clan> {
  const fields = asRecord(await send({ method: "GET", path: clanPath(id) }));
  return toClan(asRecord(readField(fields, "clan") ?? readField(fields, "data") ?? fields));
}

export async function isClanAdmin(id: string): Promise<boolean> {
  const fields = asRecord(await send({ method: "GET", path: `${clanPath(id)}/is-admin` }));
  return readFlag(fields, "is_admin") ?? readFlag(readRecord(fields, "data"), "is_admin") ?? false;
}

function clanPath(id: string): string {
  return `/api/clans/${encodeURIComponent(id)}`;
}

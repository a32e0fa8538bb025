import { send } from "../../lib/api-client.ts";
import { type AppAdmin, readAppAdmins } from "../../lib/read-entities.ts";

const path = "/api/app-admins";

export async function listAppAdmins(): Promise<AppAdmin[]> {
  return readAppAdmins(await send({ method: "GET", path }));
}

export async function grantAppAdmin(userId: string, note?: string): Promise<void> {
  requireUserId(userId);
  await send({ method: "POST", path, body: { userId, ...(note && { note }) } });
}

export async function revokeAppAdmin(userId: string): Promise<void> {
  requireUserId(userId);
  await send({ method: "DELETE", path: `${path}/${encodeURIComponent(userId)}` });
}

function requireUserId(userId: string): void {
  if (!userId) throw new Error("userId is required");
}

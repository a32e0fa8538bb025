import type { Db } from "../../../db/tables.ts";
import { getUser, listIdentities, updateUser } from "../queries.ts";

/** Keeps the list of providers that travels in the user's tokens; the one they came with first stays named. */
export async function renewProviders(tx: Db, userId: string): Promise<void> {
  const [user, identities] = [await getUser(tx, userId), await listIdentities(tx, userId)];
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const first = user.app_metadata["provider"];
  const provider = providers.find((name) => name === first) ?? providers[0] ?? "email";
  await updateUser(tx, userId, { app_metadata: JSON.stringify({ ...user.app_metadata, provider, providers }) });
}

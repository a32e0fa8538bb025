import { TOTP } from "otpauth";
import type { Db } from "../db/tables.ts";
import { newCredentials, openAuthClient } from "./auth-client.ts";
import type { TestApp } from "./test-app.ts";

type Client = ReturnType<typeof openAuthClient>;

/** Somebody who has just signed up, with the client they did it in. */
export async function signUpClient(world: TestApp) {
  const credentials = newCredentials();
  const client = openAuthClient(world.app.server);
  const { data, error } = await client.signUp(credentials);
  if (error || !data.user) throw error ?? new Error("nobody was signed up");
  return { client, userId: data.user.id, ...credentials };
}

/** The account's sign-in in another browser, by password alone. */
export async function signInElsewhere(world: TestApp, { email, password }: { email: string; password: string }) {
  const client = openAuthClient(world.app.server);
  const { error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

export async function enrollTotp(client: Client, friendlyName = "Pocket phone") {
  const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret, code: () => codeOf(data.totp.secret) };
}

/** Somebody whose account asks for an authenticator's code, and whose client has given one. */
export async function signUpWithTotp(world: TestApp) {
  const person = await signUpClient(world);
  const totp = await enrollTotp(person.client);
  const { error } = await person.client.mfa.challengeAndVerify({ factorId: totp.factorId, code: totp.code() });
  if (error) throw error;
  await letNextCodeCome(world.db, totp.factorId);
  return { ...person, ...totp };
}

export function codeOf(secret: string): string {
  return new TOTP({ secret }).generate();
}

/** A code that is right at no time near this one. */
export function wrongCodeOf(secret: string): string {
  const totp = new TOTP({ secret });
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => totp.generate({ timestamp: Date.now() + steps * 30_000 })));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.has(code)) ?? "";
}

/** As if the step of the last code were over. */
export async function letNextCodeCome(db: Db, factorId: string): Promise<void> {
  await db.updateTable("auth_factors").set({ last_step: null }).where("id", "=", factorId).execute();
}

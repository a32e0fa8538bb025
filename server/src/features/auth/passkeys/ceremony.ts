import { generateKeyPairSync, randomBytes } from "node:crypto";
import { productName } from "@clanhall/contract/pages";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { z } from "zod";
import type { RelyingParty } from "../../../settings.ts";
import type { assertedCredential, createdCredential } from "../inputs.ts";
import type { CredentialRow } from "./queries.ts";

/** Loaded at its first use: that takes a third of a second, and most starts never need it. */
const load = () => import("@simplewebauthn/server");
const loadHelpers = () => import("@simplewebauthn/server/helpers");

/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

const timeout = 300_000;

export type CredentialUse = "passkey" | "factor";

/** A passkey is the whole proof, so it is found without a name and asks for a PIN or a fingerprint. */
const demands = {
  passkey: { residentKey: "required", userVerification: "required" },
  factor: { residentKey: "discouraged", userVerification: "preferred" },
} as const;

export function createChallenge(): Buffer<ArrayBuffer> {
  return randomBytes(32);
}

export async function createCreationOptions(
  { id }: RelyingParty,
  use: CredentialUse,
  { user, known, challenge }: { user: { id: string; name: string }; known: CredentialRow[]; challenge: Buffer },
) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: productName,
    rpID: id,
    userID: new Uint8Array(toHandle(user.id)),
    userName: user.name,
    userDisplayName: user.name,
    challenge: new Uint8Array(challenge),
    timeout,
    attestationType: "none",
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { ...demands[use] },
    supportedAlgorithmIDs: algorithms,
  });
}

export async function createRequestOptions(
  { id }: RelyingParty,
  use: CredentialUse,
  { allowed, challenge }: { allowed: CredentialRow[]; challenge: Buffer },
) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: id,
    challenge: new Uint8Array(challenge),
    timeout,
    allowCredentials: allowed.map(toDescriptor),
    userVerification: demands[use].userVerification,
  });
}

function toDescriptor({ credential_id, transports }: CredentialRow) {
  return { id: credential_id.toString("base64url"), transports };
}

/** What an authenticator hands back with a passkey: the account's id as bytes. */
export function toHandle(userId: string): Buffer {
  return Buffer.from(userId.replaceAll("-", ""), "hex");
}

export interface CreatedKey {
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  aaguid: string;
  backup_eligible: boolean;
  backed_up: boolean;
}

/** The new key, or null when the response does not prove it. */
export async function readCreation(
  { id, origin }: RelyingParty,
  use: CredentialUse,
  response: z.output<typeof createdCredential>,
  challenge: Buffer,
): Promise<CreatedKey | null> {
  const { verifyRegistrationResponse } = await load();
  try {
    if (!(await isUnattested(response.response.attestationObject))) return null;
    const { registrationInfo: made } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge.toString("base64url"),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: use === "passkey",
      supportedAlgorithmIDs: algorithms,
    });
    if (!made) return null;
    return {
      credential_id: Buffer.from(made.credential.id, "base64url"),
      public_key: Buffer.from(made.credential.publicKey),
      sign_count: made.credential.counter,
      transports: response.response.transports ?? [],
      aaguid: made.aaguid,
      backup_eligible: made.credentialDeviceType === "multiDevice",
      backed_up: made.credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/** We ask for no certificates. Whoever sends some would have us fetch the addresses named in them. */
async function isUnattested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await loadHelpers();
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  const format = decoded.get("fmt");
  return format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined);
}

export interface UsedKey {
  sign_count: number;
  backed_up: boolean;
}

/** What a use of the key changes about it, or null when the response does not prove it. */
export async function readUse(
  { id, origin }: RelyingParty,
  use: CredentialUse,
  response: z.output<typeof assertedCredential>,
  { challenge, key }: { challenge: Buffer; key: Pick<CredentialRow, "credential_id" | "public_key"> },
): Promise<UsedKey | null> {
  const { verifyAuthenticationResponse } = await load();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge.toString("base64url"),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: use === "passkey",
      // The counter is compared by us, under the lock of its row.
      credential: {
        id: key.credential_id.toString("base64url"),
        publicKey: new Uint8Array(key.public_key),
        counter: 0,
      },
    });
    if (!verified) return null;
    return { sign_count: authenticationInfo.newCounter, backed_up: authenticationInfo.credentialBackedUp };
  } catch {
    return null;
  }
}

/** A copy of the key is in use where the counter did not go up. Authenticators that sync do not count. */
export function isCounterStale(before: number, now: number): boolean {
  return before > 0 && now > 0 && now <= before;
}

let decoy: Buffer | undefined;

/** A key nobody has, so that a response with an unknown one costs the same. */
export function getDecoyKey(): Buffer {
  return (decoy ??= createDecoy());
}

function createDecoy(): Buffer {
  const { x = "", y = "" } = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
  const coordinate = (text: string) => Buffer.from(text, "base64url");
  // COSE: key type EC2, algorithm ES256, curve P-256, x, y.
  return Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    coordinate(x),
    Buffer.from("225820", "hex"),
    coordinate(y),
  ]);
}

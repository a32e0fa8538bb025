import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { vi } from "vitest";

/** What an answer gets wrong on purpose. */
export interface Faults {
  challenge?: string;
  origin?: string;
  rpId?: string;
  type?: string;
  isPresent?: boolean;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Sent in place of the authenticator's own id of the key. */
  credentialId?: string;
  signature?: Buffer;
  /** Another kind of attestation than the one that was asked for. */
  format?: string;
}

interface Key {
  id: string;
  rpId: string;
  userHandle: string;
  privateKey: KeyObject;
  counter: number;
}

interface Traits {
  origin?: string;
  aaguid?: string;
  /** Synced keys do not count, and say that they have a copy. */
  isSynced?: boolean;
  isVerified?: boolean;
}

export type SoftwareAuthenticator = ReturnType<typeof createSoftwareAuthenticator>;

/** An authenticator with keys on P-256, as a browser of the origin would have it answer. */
export function createSoftwareAuthenticator(traits: Traits = {}) {
  const { origin = "http://localhost:3000", isSynced = false } = traits;
  const aaguid = Buffer.from((traits.aaguid ?? "00000000-0000-0000-0000-000000000000").replaceAll("-", ""), "hex");
  const keys: Key[] = [];

  const toClientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const toHead = (rpId: string, counter: number, faults: Faults, hasKey: boolean) => {
    const { isPresent = true, isVerified = traits.isVerified ?? true } = faults;
    const flags = [isPresent && 0x01, isVerified && 0x04, isSynced && 0x18, hasKey && 0x40];
    const head = Buffer.alloc(5);
    head.writeUInt8(flags.reduce<number>((sum, flag) => sum + (flag || 0), 0));
    head.writeUInt32BE(faults.counter ?? counter, 1);
    return Buffer.concat([sha256(Buffer.from(faults.rpId ?? rpId)), head]);
  };

  return {
    keys,
    create(options: PublicKeyCredentialCreationOptionsJSON, faults: Faults = {}): RegistrationResponseJSON {
      if (options.excludeCredentials?.some(({ id }) => keys.some((key) => key.id === id))) {
        throw new DOMException("The authenticator was previously registered", "InvalidStateError");
      }
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const rpId = options.rp.id ?? "";
      const id = faults.credentialId ?? randomBytes(32).toString("base64url");
      keys.push({ id, rpId, userHandle: options.user.id, privateKey, counter: isSynced ? 0 : 1 });
      const rawId = Buffer.from(id, "base64url");
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const authData = Buffer.concat([
        toHead(rpId, isSynced ? 0 : 1, faults, true),
        aaguid,
        length,
        rawId,
        toCose(publicKey),
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", faults.format ?? "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      const clientData = toClientData("webauthn.create", options.challenge, faults);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: clientData.toString("base64url"),
          attestationObject: toCbor(attestation).toString("base64url"),
          transports: ["internal"],
        },
        clientExtensionResults: {},
        authenticatorAttachment: "platform",
      };
    },
    get(options: PublicKeyCredentialRequestOptionsJSON, faults: Faults = {}): AuthenticationResponseJSON {
      const allowed = options.allowCredentials?.map(({ id }) => id) ?? [];
      const key = keys.findLast(
        ({ id, rpId }) => rpId === options.rpId && (allowed.length === 0 || allowed.includes(id)),
      );
      if (!key) throw new DOMException("There is no such key", "NotAllowedError");
      if (!isSynced) key.counter += 1;
      const authData = toHead(key.rpId, key.counter, faults, false);
      const clientData = toClientData("webauthn.get", options.challenge, faults);
      const signature =
        faults.signature ?? sign("sha256", Buffer.concat([authData, sha256(clientData)]), key.privateKey);
      const id = faults.credentialId ?? key.id;
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: clientData.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: faults.userHandle ?? key.userHandle,
        },
        clientExtensionResults: {},
        authenticatorAttachment: "platform",
      };
    },
  };
}

function sha256(data: Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

/** A public key as authenticators write it: kind EC2, algorithm ES256, curve P-256, x and y. */
function toCose(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return toCbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

/** As much of CBOR as keys and attestations are made of. */
function toCbor(value: unknown): Buffer {
  if (typeof value === "number") return value >= 0 ? toCborHead(0, value) : toCborHead(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([toCborHead(2, value.length), value]);
  if (typeof value === "string") return Buffer.concat([toCborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    return Buffer.concat([toCborHead(5, value.size), ...[...value].flatMap((pair) => pair.map(toCbor))]);
  }
  throw new Error("no such value in a key");
}

function toCborHead(kind: number, size: number): Buffer {
  const first = kind << 5;
  if (size < 24) return Buffer.from([first | size]);
  if (size < 256) return Buffer.from([first | 24, size]);
  return Buffer.from([first | 25, size >> 8, size & 0xff]);
}

/** What the client takes for a browser's credential. */
class PlayedCredential {
  readonly #json: { id: string };
  constructor(json: { id: string }) {
    this.#json = json;
  }
  get id() {
    return this.#json.id;
  }
  toJSON() {
    return this.#json;
  }
  static parseCreationOptionsFromJSON = <Options>(options: Options) => options;
  static parseRequestOptionsFromJSON = <Options>(options: Options) => options;
}

/** Runs calls of the client that reach for `navigator.credentials`, with the authenticator behind it. */
export async function inBrowserWith<Result>(
  authenticator: SoftwareAuthenticator,
  work: () => Promise<Result>,
): Promise<Result> {
  const credentials = {
    create: async ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptionsJSON }) =>
      new PlayedCredential(authenticator.create(publicKey)),
    get: async ({ publicKey }: { publicKey: PublicKeyCredentialRequestOptionsJSON }) =>
      new PlayedCredential(authenticator.get(publicKey)),
  };
  vi.stubGlobal("window", { PublicKeyCredential: PlayedCredential, location: new URL("http://localhost:3000") });
  vi.stubGlobal("document", {});
  vi.stubGlobal("navigator", { credentials });
  vi.stubGlobal("PublicKeyCredential", PlayedCredential);
  try {
    return await work();
  } finally {
    vi.unstubAllGlobals();
  }
}

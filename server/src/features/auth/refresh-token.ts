import { createHmac, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Secrets } from "../../access/secrets.ts";
import { createToken } from "../../access/tokens.ts";

/** Version, session id, counter, 128 bits of HMAC, checksum. */
const version = 1;
const at = { session: 1, counter: 17, seal: 23, checksum: 39, end: 43 };

export interface RefreshToken {
  sessionId: string;
  counter: number;
  sealed: Buffer;
  seal: Buffer;
}

const purpose = "refresh key";

/** A session's own key, sealed: a copy of the database is not enough to make tokens. */
export function createRefreshKey(secrets: Secrets): Buffer {
  return secrets.seal(createToken(), purpose);
}

interface Session {
  id: string;
  refresh_counter: number;
  refresh_key: Buffer;
}

export function createRefreshToken(secrets: Secrets, session: Session): string {
  const token = Buffer.alloc(at.end);
  token.writeUInt8(version, 0);
  token.write(session.id.replaceAll("-", ""), at.session, "hex");
  token.writeUIntBE(session.refresh_counter, at.counter, at.seal - at.counter);
  sealOf(secrets.open(session.refresh_key, purpose), token.subarray(0, at.seal)).copy(token, at.seal);
  token.writeUInt32BE(crc32(token.subarray(0, at.checksum)), at.checksum);
  return token.toString("base64url");
}

/** The parts of a well-formed token. Whether it is genuine is checked with its session's key. */
export function findRefreshToken(text: string): RefreshToken | null {
  const token = Buffer.from(text, "base64url");
  if (token.length !== at.end || token.toString("base64url") !== text || token[0] !== version) return null;
  if (token.readUInt32BE(at.checksum) !== crc32(token.subarray(0, at.checksum))) return null;
  return {
    sessionId: token.toString("hex", at.session, at.counter).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
    counter: token.readUIntBE(at.counter, at.seal - at.counter),
    sealed: token.subarray(0, at.seal),
    seal: token.subarray(at.seal, at.checksum),
  };
}

/** False as well for a key that cannot be read any more, because it was sealed with a secret that has changed. */
export function isGenuine(secrets: Secrets, { sealed, seal }: RefreshToken, { refresh_key }: KeyHolder): boolean {
  const key = secrets.tryOpen(refresh_key, purpose);
  return key !== null && timingSafeEqual(seal, sealOf(key, sealed));
}

type KeyHolder = Pick<Session, "refresh_key">;

function sealOf(key: string, sealed: Buffer): Buffer {
  return createHmac("sha256", Buffer.from(key, "base64url")).update(sealed).digest().subarray(0, 16);
}

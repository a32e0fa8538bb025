import { createHmac, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/** Version, session id, counter, 128 bits of HMAC, checksum. */
const version = 1;
const at = { session: 1, counter: 17, seal: 23, checksum: 39, end: 43 };

export interface RefreshToken {
  sessionId: string;
  counter: number;
  sealed: Buffer;
  seal: Buffer;
}

export function createRefreshToken(session: { id: string; refresh_counter: number; refresh_key: Buffer }): string {
  const token = Buffer.alloc(at.end);
  token.writeUInt8(version, 0);
  token.write(session.id.replaceAll("-", ""), at.session, "hex");
  token.writeUIntBE(session.refresh_counter, at.counter, at.seal - at.counter);
  sealOf(token.subarray(0, at.seal), session.refresh_key).copy(token, at.seal);
  token.writeUInt32BE(crc32(token.subarray(0, at.checksum)), at.checksum);
  return token.toString("base64url");
}

/** The parts of a well-formed token. Whether it is genuine only its session's key can tell. */
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

export function isGenuine({ sealed, seal }: RefreshToken, key: Buffer): boolean {
  return timingSafeEqual(seal, sealOf(sealed, key));
}

function sealOf(sealed: Buffer, key: Buffer): Buffer {
  return createHmac("sha256", key).update(sealed).digest().subarray(0, 16);
}

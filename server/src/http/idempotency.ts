import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Secrets } from "../access/secrets.ts";
import type { Db } from "../db/tables.ts";
import { ApiError } from "../errors.ts";
import { claimKey, findKey, keepAnswer, releaseKey } from "./idempotency.queries.ts";

const sealedFor = "kept answer";

/** Does the work once per key: a repeated request gets the first one's answer. A refused one may be tried again. */
export async function onceByKey(
  db: Db,
  secrets: Secrets,
  request: FastifyRequest,
  userId: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = findKeyOf(request);
  if (key === null) return work();
  const hash = createHash("sha256")
    .update(`${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest();
  if (!(await claimKey(db, userId, key, hash))) return getEarlierAnswer(db, secrets, userId, key, hash);
  try {
    const answer = await work();
    await keepAnswer(db, userId, key, secrets.seal(JSON.stringify(answer ?? null), sealedFor));
    return answer;
  } catch (error) {
    await releaseKey(db, userId, key);
    throw error;
  }
}

function findKeyOf({ method, headers }: FastifyRequest): string | null {
  const key = headers["idempotency-key"];
  if (method !== "POST" || key === undefined) return null;
  if (typeof key === "string" && /^[\x21-\x7e]{1,100}$/.test(key)) return key;
  throw new ApiError("validation_failed", "Idempotency-Key must be 1 to 100 visible characters");
}

async function getEarlierAnswer(db: Db, secrets: Secrets, userId: string, key: string, hash: Buffer): Promise<unknown> {
  const earlier = await findKey(db, userId, key);
  if (earlier && !earlier.request_hash.equals(hash)) {
    throw new ApiError("conflict", "This Idempotency-Key was used for another request");
  }
  if (earlier?.answer) return JSON.parse(secrets.open(earlier.answer, sealedFor));
  throw new ApiError("conflict", "The first request with this Idempotency-Key is still being worked on", {
    retryAfter: 1,
  });
}

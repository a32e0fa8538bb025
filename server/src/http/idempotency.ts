import { createHash } from "node:crypto";
import type { Endpoint } from "@clanhall/contract/endpoint";
import type { FastifyRequest } from "fastify";
import type { Secrets } from "../access/secrets.ts";
import { withCommitHook } from "../db/commit-hook.ts";
import type { Db } from "../db/tables.ts";
import { ApiError } from "../errors.ts";
import { claimKey, findKey, keepAnswer, markDone, releaseKey } from "./idempotency.queries.ts";

const sealedFor = "kept answer";

/** Bytes of answers that are kept for one account; the oldest make room. */
const keptBytes = 1_000_000;

/** Does the work once per key: a repeated request gets the first one's answer. A refused one may be tried again. */
export async function withIdempotencyKey(
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
  const claim = await claimKey(db, userId, key, hash);
  if (!claim) return getEarlierAnswer(db, secrets, userId, key, hash);
  try {
    const answer = await withCommitHook(async (connection) => {
      if (!(await markDone(connection, claim))) throw stillWorkedOn();
    }, work);
    const sealed = secrets.seal(JSON.stringify(answer ?? null), sealedFor);
    if (sealed.length > keptBytes) await releaseKey(db, claim);
    else await keepAnswer(db, claim, sealed, keptBytes);
    return answer;
  } catch (error) {
    await releaseKey(db, claim);
    throw error;
  }
}

function stillWorkedOn(): ApiError {
  const message = "The first request with this Idempotency-Key is still being worked on";
  return new ApiError("conflict", message, { retryAfter: 1 });
}

/** Calls that make something for somebody; all others may be sent twice as they are. */
export function acceptsIdempotencyKey({ method, access }: Endpoint): boolean {
  return method === "POST" && access !== "public";
}

/** A dry run makes nothing, so there is nothing to make only once. */
export function isDryRun(body: unknown): boolean {
  return typeof body === "object" && body !== null && "dry_run" in body && body.dry_run === true;
}

function findKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key === "string" && /^[\x21-\x7e]{1,100}$/.test(key)) return key;
  throw new ApiError("validation_failed", "Idempotency-Key must be 1 to 100 visible characters");
}

async function getEarlierAnswer(db: Db, secrets: Secrets, userId: string, key: string, hash: Buffer): Promise<unknown> {
  const earlier = await findKey(db, userId, key);
  if (earlier && !earlier.request_hash.equals(hash)) {
    throw new ApiError("conflict", "This Idempotency-Key was used for another request");
  }
  const answer = earlier?.answer ? secrets.tryOpen(earlier.answer, sealedFor) : null;
  if (answer !== null) return JSON.parse(answer);
  if (!earlier?.answer && !earlier?.is_interrupted) throw stillWorkedOn();
  const message =
    "The first request with this Idempotency-Key was interrupted, or its answer is no longer kept: look whether it is done, then use a new key";
  throw new ApiError("conflict", message);
}

import type { StandingAnswer } from "@clanhall/contract/my-standing";
import { canInClan } from "@clanhall/contract/permissions";
import { type ClanRequest, pictureDays } from "@clanhall/contract/requests";
import type { ClanActor } from "../../access/actor.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { queueWebhook, queueMemberMails } from "../../outbox/queue.ts";
import { defineTask } from "../../workers/task.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import type { redrawPicture } from "./picture-worker.ts";
import { type AnswerRow, deletePictures, findPicture, listUnreadAnswers } from "./requests.queries.ts";

const dayMs = 24 * 60 * 60_000;

const redraw = defineTask<typeof redrawPicture>(new URL("./picture-worker.ts", import.meta.url), "redrawPicture");

/** Before anything is locked: drawing a large picture takes a while. */
export async function redrawAll(workers: WorkerPool, { userId }: ClanActor, pictures: string[]): Promise<Buffer[]> {
  const drawn: Buffer[] = [];
  for (const picture of pictures) {
    const png = await workers.run(redraw, new Uint8Array(Buffer.from(picture, "base64")), { account: userId });
    drawn.push(Buffer.from(png));
  }
  return drawn;
}

/** One mail an hour for all that was asked in it. */
export async function announce(tx: Tx, clanId: string, { id, created_at }: ClanRequest): Promise<void> {
  await queueWebhook(tx, { clanId, event: "request", subject: id, facts: { request_id: id } });
  await queueMemberMails(tx, { clanId, kind: "request", subject: created_at.slice(0, 13) });
}

/** For officers and the one who asked; to others it reads like none. */
export async function loadPicture(
  db: Db,
  actor: ClanActor,
  { requestId, pictureId }: { requestId: string; pictureId: string },
): Promise<Buffer> {
  const memberId = canInClan(actor.role, "request.decide") ? null : actor.memberId;
  const png = await findPicture(db, actor.clanId, { requestId, pictureId, memberId });
  if (!png) throw notFound("Picture");
  return png;
}

export function deleteOldPictures(db: Db, now = currentTime()): Promise<void> {
  return deletePictures(db, new Date(now.getTime() - pictureDays * dayMs));
}

/** What officers said to these players, and they have not read; answers of long ago are not brought up again. */
export async function loadUnreadAnswers(
  db: Db,
  players: { clan_id: string; member_id: string }[],
  now: Date,
): Promise<Map<string, StandingAnswer>> {
  const rows = await listUnreadAnswers(db, players, new Date(now.getTime() - pictureDays * dayMs));
  return new Map(rows.map((row) => [row.clan_id, toAnswer(row)]));
}

function toAnswer(row: AnswerRow): StandingAnswer {
  const { id, kind, state, decided_by, answer, activity_name: name, value_type, unit, value } = row;
  return {
    request_id: id,
    kind,
    state,
    decided_by,
    answer,
    activity: name !== null && value_type !== null ? { name, value_type, unit: unit ?? "" } : null,
    value,
    from: row.day ?? row.starts_on ?? "",
    to: row.day ?? row.ends_on ?? "",
  };
}

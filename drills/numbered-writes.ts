import { setTimeout as pause } from "node:timers/promises";
import type { Ground } from "./ground.ts";
import type { Person } from "./people.ts";

interface WriteOptions {
  /** Instances of the product; a write that gets no answer is tried at the next one. */
  addresses: string[];
  owner: Person;
  clanId: string;
  clients: number;
}

/** What a client got to know of its write. `done` comes from a later try: the instance that did it died before it answered. */
type Confirmed = "ok" | "done" | `refused ${number}` | "no answer";

/** A minute of tries: longer than a dead request holds its key, or an instance takes to start. */
const triesMax = 120;

/** Several clients add one numbered player after the other until they are stopped, and note what they were told. */
export function startWriting({ addresses, owner, clanId, clients }: WriteOptions) {
  const acknowledged: string[] = [];
  const unknown: string[] = [];
  const answers = new Map<Confirmed, number>();
  const stopping = new AbortController();
  let next = 0;

  async function write(client: number): Promise<void> {
    while (!stopping.signal.aborted) {
      const name = `Op ${(next += 1)}`;
      const key = crypto.randomUUID();
      let isConfirmed = false;
      for (let tries = 1; tries <= triesMax && !isConfirmed; tries++) {
        const confirmed = await post(addresses[(client + tries) % addresses.length] ?? "", name, key);
        answers.set(confirmed, (answers.get(confirmed) ?? 0) + 1);
        isConfirmed = confirmed === "ok" || confirmed === "done";
        if (!isConfirmed) await pause(500);
      }
      (isConfirmed ? acknowledged : unknown).push(name);
    }
  }

  async function post(address: string, name: string, key: string): Promise<Confirmed> {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${owner.token}`,
      "idempotency-key": key,
    };
    const body = JSON.stringify({ name });
    try {
      const url = `${address}/api/clans/${clanId}/members`;
      const answer = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
      if (answer.ok) return "ok";
      return (await answer.text()).includes("was interrupted") ? "done" : `refused ${answer.status}`;
    } catch {
      return "no answer";
    }
  }

  const working = Array.from({ length: clients }, (_, client) => write(client));
  return {
    acknowledged,
    unknown,
    answers,
    async stop() {
      stopping.abort();
      await Promise.all(working);
    },
  };
}

type Writing = ReturnType<typeof startWriting>;

/** What became of the writes: lost though acknowledged, there more than once, or there without a trace in the audit. */
export async function checkWrites(ground: Pick<Ground, "query">, clanId: string, { acknowledged }: Writing) {
  const rows = await ground.query<{ name: string; count: number }>(
    "select name, count(*)::int as count from clan_members where clan_id = $1 and name like 'Op %' group by name",
    [clanId],
  );
  const audited = await ground.query<{ name: string }>(
    "select target_name as name from clan_audit where clan_id = $1 and action = 'member.add'",
    [clanId],
  );
  const there = new Map(rows.map(({ name, count }) => [name, count]));
  const traced = new Set(audited.map(({ name }) => name));
  return {
    lost: acknowledged.filter((name) => !there.has(name)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
    partial: rows.filter(({ name }) => !traced.has(name)).length,
  };
}

/** "551 ok, 20 no answer". */
export function describeWrites(answers: Writing["answers"]): string {
  return [...answers].map(([confirmed, count]) => `${count} ${confirmed}`).join(", ");
}

interface Cell {
  member_id: string;
  activity_id: string;
  value: number;
}

interface Row {
  id: string;
  is_me: boolean;
}

type Call = (method: string, path: string, body?: unknown) => Promise<never>;

export type BenchClan = Awaited<ReturnType<typeof createClan>>;

/** A clan with players and activities, made through the product's own calls. */
export async function createClan(ours: string, token: string, players: number, activities: number) {
  const call = callerOf(ours, token);
  const name = `Bench ${crypto.randomUUID().slice(0, 8)}`;
  const { id }: { id: string } = await call("POST", "", { name, time_zone: "UTC", player_name: "Owner" });
  await addPeople(call, id, players);
  await addActivities(call, id, activities);
  const { members }: { members: Row[] } = await call("GET", `/${id}/members`);
  const { items }: { items: Row[] } = await call("GET", `/${id}/activities`);
  const others = members.filter(({ is_me }) => !is_me);

  const cells = (count: number, round: number): Cell[] =>
    others
      .flatMap((member, row) => items.map((activity, column) => toCell(member, activity, row + column + round)))
      .slice(0, count);
  const save = (day: string, wanted: Cell[], reason?: string): Promise<unknown> =>
    call("PUT", `/${id}/entries`, { entries: wanted.map((cell) => ({ ...cell, day })), ...(reason && { reason }) });

  return {
    id,
    memberId: members.find(({ is_me }) => is_me)?.id ?? "",
    cells,
    save,
    read: (path: string): Promise<unknown> => call("GET", `/${id}/${path}`),
    another: () => createClan(ours, token, players, activities),
    async fillMonth(last: string) {
      for (let back = 0; back < 30; back++)
        await save(daysBefore(last, back), cells(Infinity, back), "filling the month");
    },
  };
}

/** Uncompressed, as the bare servers answer. */
function callerOf(ours: string, token: string): Call {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "accept-encoding": "identity",
  };
  return async (method, path, body) => {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(`${ours}/api/clans${path}`, init);
    if (!answer.ok) throw new Error(`${method} ${path} failed: ${(await answer.text()).slice(0, 500)}`);
    return (await answer.json()) as never;
  };
}

const joined = daysBefore(new Date().toISOString(), 120);

/** Their names are all alike, which an import asks about. */
function addPeople(call: Call, id: string, players: number): Promise<unknown> {
  const rows = Array.from({ length: players }, (_, index) => ({ name: `Player ${index}`, joined_on: joined }));
  const add_similar = rows.map((_, index) => index);
  return call("POST", `/${id}/members/import`, { rows, dry_run: false, add_similar });
}

function addActivities(call: Call, id: string, count: number): Promise<unknown> {
  const activities = Array.from({ length: count }, (_, index) => ({
    name: `Activity ${index}`,
    short_label: `A${index}`,
    start_date: joined,
  }));
  const set = { format: "clanhall-activities", format_version: 1, activities };
  return call("POST", `/${id}/activities/import`, { set, dry_run: false });
}

function toCell(member: Row, activity: Row, seed: number): Cell {
  return { member_id: member.id, activity_id: activity.id, value: 1 + (seed % 90) };
}

function daysBefore(last: string, days: number): string {
  return new Date(Date.parse(last) - days * 86_400_000).toISOString().slice(0, 10);
}

interface Cell {
  member_id: string;
  activity_id: string;
  value: number;
}

export type BenchClan = Awaited<ReturnType<typeof createClan>>;

/** A clan with players and activities, made through the product's own calls. */
export async function createClan(ours: string, token: string, players: number, activities: number) {
  const call = async (method: string, path: string, body?: unknown) => {
    // Uncompressed, as the bare servers answer.
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "accept-encoding": "identity",
    };
    const answer = await fetch(`${ours}/api/clans${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} failed: ${(await answer.text()).slice(0, 500)}`);
    return answer.json();
  };
  const name = `Bench ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await call("POST", "", { name, time_zone: "UTC", player_name: "Owner" });
  const joined = new Date(Date.now() - 120 * 86_400_000).toISOString().slice(0, 10);
  const rows = Array.from({ length: players }, (_, index) => ({ name: `Player ${index}`, joined_on: joined }));
  // Their names are all alike, which an import asks about.
  const add_similar = rows.map((_, index) => index);
  await call("POST", `/${id}/members/import`, { rows, dry_run: false, add_similar });
  const drafts = Array.from({ length: activities }, (_, index) => ({
    name: `Activity ${index}`,
    short_label: `A${index}`,
    start_date: joined,
  }));
  const set = { format: "clanhall-activities", format_version: 1, activities: drafts };
  await call("POST", `/${id}/activities/import`, { set, dry_run: false });
  const { members } = await call("GET", `/${id}/members`);
  const { items } = await call("GET", `/${id}/activities`);
  const memberIds: string[] = members.filter((member: { is_me: boolean }) => !member.is_me).map(idOf);
  const activityIds: string[] = items.map(idOf);

  const cells = (count: number, round: number): Cell[] =>
    memberIds
      .flatMap((member_id, row) =>
        activityIds.map((activity_id, column) => ({
          member_id,
          activity_id,
          value: 1 + ((row + column + round) % 90),
        })),
      )
      .slice(0, count);
  const save = (day: string, wanted: Cell[], reason?: string) =>
    call("PUT", `/${id}/entries`, { entries: wanted.map((cell) => ({ ...cell, day })), ...(reason && { reason }) });

  return {
    id: id as string,
    memberId: members.find((member: { is_me: boolean }) => member.is_me).id as string,
    cells,
    save,
    read: (path: string) => call("GET", `/${id}/${path}`),
    another: () => createClan(ours, token, players, activities),
    async fillMonth(last: string) {
      for (let back = 0; back < 30; back++) {
        const day = new Date(Date.parse(last) - back * 86_400_000).toISOString().slice(0, 10);
        await save(day, cells(Infinity, back), "filling the month");
      }
    },
  };
}

function idOf({ id }: { id: string }): string {
  return id;
}

export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

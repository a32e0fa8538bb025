import { ask, type Confirmed } from "./ask.ts";
import { type Drill, exactly } from "./drill.ts";
import { openGround } from "./ground.ts";
import { call, createClan, type Person, signUp } from "./people.ts";

const editors = 20;

/** Something that many may change, with a field in which they count their changes. */
interface Item {
  method: "PATCH" | "PUT";
  path: string;
  field: string;
  /** Those that are always part of a list of versions refuse a change that names none. */
  isVersionNeeded: boolean;
}

type Row = Record<string, unknown> & { version: number };

export const manyEditors: Drill = {
  id: "F13",
  what: "twenty editors change the same bulletin, profile, clan and player through two instances",
  rounds: { few: 3, many: 50 },
  async run(rounds) {
    const ground = await openGround();
    try {
      const [one, other] = await Promise.all([ground.startInstance(), ground.startInstance()]);
      const owner = await signUp(one.line);
      const addresses = [one.line, other.line];
      let [acknowledged, refused, lost, missing] = [0, 0, 0, 0];
      for (const item of await makeItems(one.line, owner)) {
        const edits = await editTogether(addresses, owner, item, rounds);
        acknowledged += edits.acknowledged;
        refused += edits.refused;
        lost += edits.lost;
        missing += await countMissingRefusals(addresses, owner, item);
      }
      process.stdout.write(`  ${acknowledged} changes, ${refused} refused as based on an older version\n`);
      return [
        exactly("changes that were acknowledged", acknowledged, 4 * editors * rounds),
        exactly("changes that overwrote another", lost, 0),
        exactly("changes without the newest version that were taken", missing, 0),
      ];
    } finally {
      await ground.close();
    }
  },
};

async function makeItems(address: string, owner: Person): Promise<Item[]> {
  const clanId = await createClan(address, owner);
  const clan = `/api/clans/${clanId}`;
  const bulletin = await call<{ id: string }>(address, owner, "POST", `${clan}/bulletins`, { title: "0" });
  const member = await call<{ id: string }>(address, owner, "POST", `${clan}/members`, { name: "Robin" });
  const patched = { method: "PATCH", isVersionNeeded: true } as const;
  return [
    { ...patched, path: `${clan}/bulletins/${bulletin.id}`, field: "title", isVersionNeeded: false },
    { method: "PUT", path: "/api/me/profile", field: "display_name", isVersionNeeded: false },
    { ...patched, path: clan, field: "description" },
    { ...patched, path: `${clan}/members/${member.id}`, field: "public_note" },
  ];
}

/** Everybody adds one to the number they read, as often as there are rounds; a refused change is made again on what is there now. */
async function editTogether(addresses: string[], owner: Person, item: Item, rounds: number) {
  const first = await change(
    addresses[0],
    owner,
    item,
    { [item.field]: "0" },
    (await read(addresses, owner, item)).version,
  );
  const basedOn: number[] = [];
  let refused = 0;

  async function edit(editor: number): Promise<void> {
    let seen = first.answer;
    for (let round = 0; round < rounds;) {
      const wanted = { [item.field]: String(Number(seen[item.field]) + 1) };
      const { status, answer } = await change(
        addresses[(editor + round) % addresses.length],
        owner,
        item,
        wanted,
        seen.version,
      );
      if (status === 200) {
        basedOn.push(seen.version);
        seen = answer;
        round += 1;
      } else if (status === 409) {
        seen = answer.current ?? seen;
        refused += 1;
      } else {
        throw new Error(`${item.method} ${item.path} was answered ${status}`);
      }
    }
  }

  await Promise.all(Array.from({ length: editors }, (_, editor) => edit(editor)));
  const count = Number((await read(addresses, owner, item))[item.field]);
  const overwritten = basedOn.length - new Set(basedOn).size;
  return { acknowledged: basedOn.length, refused, lost: Math.max(overwritten, basedOn.length - count) };
}

/** A version that nobody has is refused with what is there now. */
async function read([address]: string[], owner: Person, item: Item): Promise<Row> {
  const { answer } = await change(address, owner, item, {}, 0);
  return answer.current ?? answer;
}

async function countMissingRefusals(addresses: string[], owner: Person, item: Item): Promise<number> {
  const { version: now } = await read(addresses, owner, item);
  const stale = await Promise.all(
    addresses.map((address) => change(address, owner, item, { [item.field]: "stale" }, now - 1)),
  );
  const without = item.isVersionNeeded ? [await change(addresses[0], owner, item, { [item.field]: "blind" })] : [];
  return stale.filter(({ status }) => status !== 409).length + without.filter(({ status }) => status !== 400).length;
}

function change(
  address = "",
  { token }: Person,
  { method, path }: Item,
  wanted: Record<string, string>,
  version?: number,
): Promise<Confirmed<Row & { current?: Row }>> {
  return ask(address, method, path, { token, body: { ...wanted, ...(version !== undefined && { version }) } });
}

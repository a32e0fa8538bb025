import { atMost, type Drill } from "./drill.ts";
import { openGround, until } from "./ground.ts";
import { toFigures, workHonestly } from "./honest-user.ts";
import { openStreams } from "./open-streams.ts";
import { call, createClan, signUp } from "./people.ts";

const workMs = 8_000;

export const hoardedBoardStreams: Drill = {
  id: "M8",
  what: "a visitor asks for every event stream of public boards there is, while another visitor reads and follows",
  rounds: { few: 6_000, many: 20_000 },
  async run(streams) {
    const ground = await openGround();
    try {
      const { line: address } = await ground.startInstance({ TRUST_PROXY: "1" });
      const token = await shareBoard(address);
      const board = `/api/public/scoreboards/${token}`;
      const calls = [() => ({ method: "GET", path: board }), () => ({ method: "GET", path: "/health" })];
      const before = await workHonestly(address, calls, workMs);
      const urls = Array.from({ length: streams }, () => `${address}${board}/events`);
      const hoard = openStreams(urls, { "x-forwarded-for": "203.0.113.9" });
      const during = await workHonestly(address, calls, workMs);
      await until(() => hoard.countAnswered() >= streams, 120_000);
      const open = hoard.countOpen();
      const other = openStreams([`${address}${board}/events`], { "x-forwarded-for": "203.0.113.10" });
      await until(() => other.countAnswered() === 1);
      const figures = [
        atMost("streams of one visitor that are open", open, 20),
        atMost("other visitors who get no stream", 1 - other.countOpen(), 0),
        ...toFigures(before, during),
      ];
      hoard.close();
      other.close();
      return figures;
    } finally {
      await ground.close();
    }
  },
};

async function shareBoard(address: string): Promise<string> {
  const owner = await signUp(address);
  const clan = `/api/clans/${await createClan(address, owner)}`;
  const draft = { name: "Raid", short_label: "Raid", value_type: "whole", public: true };
  const { id } = await call<{ id: string }>(address, owner, "POST", `${clan}/activities`, draft);
  const input = { title: "Raiders", activities: [{ activity_id: id }] };
  const board = await call<{ id: string }>(address, owner, "POST", `${clan}/scoreboards`, input);
  const path = `/api/scoreboards/${board.id}/share`;
  return (await call<{ share_token: string }>(address, owner, "POST", path, {})).share_token;
}

import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./ask.ts";
import { atMost, type Drill, exactly, quantile } from "./drill.ts";
import { openGround, until } from "./ground.ts";
import { createClan, type Person, signUp } from "./people.ts";

const goodUsers = 20;
const waitMs = 30_000;
/** A server looks at its connections from time to time only. */
const graceMs = 3_000;
/** Nobody else comes from here: a port that one of them leaves may be given to somebody who works. */
const slowAddress = "127.0.0.2";
/** As the kernel lists it. */
const slowInHex = "0200007F:";

export const slowConnections: Drill = {
  id: "F08",
  what: "hundreds of connections send or read as slowly as they can while people work",
  rounds: { few: 200, many: 2_000 },
  async run(each) {
    const ground = await openGround();
    const sockets: Socket[] = [];
    try {
      const { line: address } = await ground.startInstance();
      const owner = await signUp(address);
      const clanId = await createClan(address, owner);
      const port = Number(new URL(address).port);
      const alone = await work(address, owner, clanId, 5_000);
      for (let index = 0; index < each; index++) {
        sockets.push(slowHead(port), slowBody(port), ...(index % 4 === 0 ? [slowReader(port)] : []));
      }
      await until(() => sockets.every(({ pending }) => !pending));
      const held = countHeld(port);
      if (held !== sockets.length) throw new Error(`${held} of ${sockets.length} slow connections are counted`);
      const { answers, times } = await work(address, owner, clanId, waitMs + graceMs);
      const left = countHeld(port);
      const before = Math.round(quantile(alone.times, 0.99));
      process.stdout.write(
        `  ${sockets.length} slow connections, ${answers.length} calls; ${before} ms without them\n`,
      );
      return [
        exactly("calls of people who work that failed", answers.filter((status) => status !== 200).length, 0),
        atMost("such a call, 99 in 100", quantile(times, 0.99), 500, "ms"),
        exactly("slow connections left after 30 s", left, 0),
      ];
    } finally {
      for (const socket of sockets) socket.destroy();
      await ground.close();
    }
  },
};

/** How many connections the server holds, as the kernel tells: who does not read would not hear of an end. Linux only. */
function countHeld(port: number): number {
  const rows = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => readFileSync(file, "utf8").split("\n"));
  return rows.filter((row) => {
    const [, server = "", client = "", state] = row.trim().split(/\s+/);
    return state === "01" && Number.parseInt(server.split(":")[1] ?? "", 16) === port && client.includes(slowInHex);
  }).length;
}

function connectSlowly(port: number, onConnect: () => void): Socket {
  return connect({ port, host: "127.0.0.1", localAddress: slowAddress }, onConnect).on("error", () => {});
}

/** Sends a start and then one more piece every second, for as long as it may. */
function drip(port: number, start: string, piece: string): Socket {
  const socket = connectSlowly(port, () => socket.write(start));
  const dripping = setInterval(() => socket.write(piece), 1_000);
  socket.on("close", () => clearInterval(dripping));
  return socket.resume();
}

const slowHead = (port: number) => drip(port, "GET /health HTTP/1.1\r\nhost: localhost\r\n", "x-more: 1\r\n");

const slowBody = (port: number) =>
  drip(
    port,
    "POST /auth/v1/token?grant_type=password HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{",
    " ",
  );

/** Asks for far more than fits on the way, and reads none of it. */
function slowReader(port: number): Socket {
  const input = "GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n";
  const socket = connectSlowly(port, () => socket.write(input.repeat(100)));
  return socket.pause();
}

/** People who look at their clan and write to it, for so long. */
async function work(address: string, { token }: Person, clanId: string, ms: number) {
  const end = performance.now() + ms;
  const answers: number[] = [];
  const times: number[] = [];
  async function goOn(): Promise<void> {
    while (performance.now() < end) {
      const began = performance.now();
      const body = { name: `Player ${crypto.randomUUID()}` };
      const { status } =
        answers.length % 10 === 0
          ? await ask(address, "POST", `/api/clans/${clanId}/members`, { token, body })
          : await ask(address, "GET", `/api/clans/${clanId}`, { token });
      times.push(performance.now() - began);
      answers.push(status);
      await pause(200);
    }
  }
  await Promise.all(Array.from({ length: goodUsers }, goOn));
  return { answers, times };
}

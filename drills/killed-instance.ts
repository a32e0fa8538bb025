import { setTimeout as pause } from "node:timers/promises";
import { type Drill, exactly } from "./drill.ts";
import { openGround } from "./ground.ts";
import { checkWrites, startWriting, describeWrites } from "./numbered-writes.ts";
import { createClan, signUp } from "./people.ts";

const clients = 20;

export const killedInstance: Drill = {
  id: "F03",
  what: "one of two instances is killed while people write",
  rounds: { few: 3, many: 20 },
  async run(rounds) {
    const ground = await openGround();
    try {
      const [stays, first] = [await ground.startInstance(), await ground.startInstance()];
      const owner = await signUp(stays.line);
      const clanId = await createClan(stays.line, owner);
      const addresses = [stays.line, first.line];
      const writing = startWriting({ addresses, owner, clanId, clients });
      let victim = first;
      for (let round = 0; round < rounds; round++) {
        await pause(1_000 + Math.random() * 1_000);
        await victim.kill();
        await pause(500);
        victim = await ground.startInstance();
        addresses[1] = victim.line;
      }
      await writing.stop();
      const { lost, doubled, partial } = await checkWrites(ground, clanId, writing);
      process.stdout.write(`  ${describeWrites(writing.answers)}\n`);
      return [
        exactly("acknowledged writes lost", lost, 0),
        exactly("writes done twice", doubled, 0),
        exactly("writes without their audit row", partial, 0),
        exactly("writes whose fate their client never learnt", writing.unknown.length, 0),
      ];
    } finally {
      await ground.close();
    }
  },
};

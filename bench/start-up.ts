import { getBinaries } from "../server/src/db/embedded/binaries.ts";
import { connectOrStart, serverOptions } from "../server/src/db/embedded/connect.ts";
import { prepareDataFolder } from "../server/src/db/embedded/folder.ts";
import { stopPostgres } from "../server/src/db/embedded/process.ts";
import { compare, median, toUnits } from "./measure.ts";
import { npmStart } from "./processes.ts";
import { dataFolder, makeEnv } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

const rounds = 5;

const getEnv = fixture("a data folder that exists", async () => {
  const env = await makeEnv();
  await (await npmStart(env)).stop();
  return env;
});

/** From nothing running to ready, against PostgreSQL alone until it takes a connection. The limit is about our time. */
async function compareStarts() {
  const env = await getEnv();
  const whole: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await npmStart(env);
    whole.push(server.readyMs);
    await server.stop();
    bare.push(await startPostgresAlone());
  }
  return { ...compare(median(whole), median(bare), "ms"), value: median(whole) };
}

async function startPostgresAlone(): Promise<number> {
  const folder = prepareDataFolder(dataFolder);
  const binaries = getBinaries(folder.user, folder.path);
  const options = await serverOptions(folder, 50, {});
  const began = performance.now();
  const client = await connectOrStart({ binaries, folder, options });
  const ms = performance.now() - began;
  await client.end();
  await stopPostgres(binaries, folder);
  return ms;
}

export const startUnits = toUnits("start", [
  {
    id: "start",
    what: "start to ready, existing data, against postgres alone",
    limit: { kind: "at most", value: 800, unit: "ms" },
    measure: compareStarts,
  },
]);

import { getBinaries } from "../server/src/db/embedded-binaries.ts";
import { connectOrStart } from "../server/src/db/embedded-connect.ts";
import { prepareDataFolder } from "../server/src/db/embedded-folder.ts";
import { serverOptions } from "../server/src/db/embedded-options.ts";
import { stopPostgres } from "../server/src/db/embedded-process.ts";
import { median, type Row } from "./measure.ts";
import { startScript } from "./processes.ts";

const rounds = 5;

/** From nothing running to ready, on a data folder that exists, against PostgreSQL alone until it takes a connection. */
export async function compareStarts(dataFolder: string, env: Record<string, string>): Promise<Row> {
  const whole: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const server = await startScript("scripts/start.mjs", env);
    whole.push(server.readyMs);
    await server.stop();
    bare.push(await startPostgresAlone(dataFolder));
  }
  const [ours, theirs] = [median(whole), median(bare)];
  return {
    what: "start to ready, existing data, against postgres alone",
    ours: `${Math.round(ours)} ms`,
    bare: `${Math.round(theirs)} ms`,
    ratio: (ours / theirs).toFixed(2),
  };
}

async function startPostgresAlone(dataFolder: string): Promise<number> {
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

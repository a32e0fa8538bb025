import { findFreePort, type RunningServer, npmStart } from "../bench/processes.ts";

/** One address, as a proxy knows it: `localhost` are two, and has to be looked up. */
const HOST = "127.0.0.1";

/** Starts the product on a port of its own; its `line` is its address. */
export async function startProduct(env: Record<string, string>): Promise<RunningServer> {
  const port = env.PORT ?? String(await findFreePort());
  const instance = await npmStart({
    NODE_ENV: "production",
    PUBLIC_URL: "http://clanhall.localhost",
    LOG_LEVEL: "silent",
    AUTH_RATE_LIMITS: "1000",
    ...env,
    HOST,
    PORT: port,
  });
  return { ...instance, line: `http://${HOST}:${port}` };
}

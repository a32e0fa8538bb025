import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** Between an instance and its database: it can be late, silent, or cut connections. */
export async function openProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const socket = `${target.searchParams.get("host")}/.s.PGSQL.${target.searchParams.get("port")}`;
  const open = new Set<Socket>();
  let lateMs = 0;
  let isSilent = false;
  let lossShare = 0;

  /** Holds back what comes by, as long as the line is slow; nothing comes through a silent one. */
  function line(): Transform {
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        // The last packet of a broken line never arrives, and TCP waits before it sends it again.
        const again = Math.random() < lossShare ? 400 : 0;
        const pass = () => (isSilent ? setTimeout(pass, 50).unref() : done(null, chunk));
        if (lateMs + again === 0 && !isSilent) done(null, chunk);
        else setTimeout(pass, lateMs + again).unref();
      },
    });
  }

  const server = createServer((incoming) => {
    const outgoing = connect(socket);
    for (const one of [incoming, outgoing]) {
      open.add(one);
      one.on("error", () => one.destroy()).on("close", () => open.delete(one));
    }
    incoming.on("close", () => outgoing.destroy());
    outgoing.on("close", () => incoming.destroy());
    incoming.pipe(line()).pipe(outgoing);
    outgoing.pipe(line()).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    url: `postgres://${target.username}:${target.password}@127.0.0.1:${port}${target.pathname}`,
    delay: (ms: number) => (lateMs = ms),
    /** As a line that drops every packet: nobody learns that it is broken. */
    silence: (is: boolean) => (isSilent = is),
    lose: (share: number) => (lossShare = share),
    connections: () => open.size / 2,
    close() {
      server.close();
      for (const one of open) one.destroy();
    },
  };
}

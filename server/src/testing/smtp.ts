import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

interface SmtpReply {
  code: number;
  message: string;
}

interface SmtpOptions {
  port?: number;
  /** Asked for each recipient; an answer is a refusal. */
  refuse?: (recipient: string) => SmtpReply | null;
  /** Takes the mail and then never says so. */
  isSilentAfterData?: boolean;
}

/** A real SMTP server on loopback that keeps what it is given and signs nobody in. */
export async function startSmtpServer({ port = 0, refuse = () => null, isSilentAfterData = false }: SmtpOptions = {}) {
  const received: { recipients: string[]; source: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: (_auth, _session, done) => done(new Error("Wrong password")),
    onRcptTo({ address }, _session, done) {
      const refusal = refuse(address);
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, source: Buffer.concat(chunks).toString() });
        if (!isSilentAfterData) done();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address() as AddressInfo;
  return {
    received,
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

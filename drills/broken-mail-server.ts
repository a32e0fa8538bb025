import { startSmtpServer } from "../server/src/testing/smtp.ts";
import { ask } from "./ask.ts";
import { atMost, type Drill, exactly, quantile } from "./drill.ts";
import { type Ground, openGround, until } from "./ground.ts";
import { password } from "./people.ts";

type Smtp = Awaited<ReturnType<typeof startSmtpServer>>;
type Received = Smtp["received"];

/** Who signed up during each fault, and how long each of them waited for the answer. */
interface Phase {
  emails: string[];
  times: number[];
}

export const brokenMailServer: Drill = {
  id: "F17",
  what: "people sign up while the mail server is well, away, busy, strict, silent, or hangs up after a mail",
  rounds: { few: 6, many: 40 },
  async run(people) {
    const ground = await openGround();
    let smtp = await startSmtpServer();
    const { port } = smtp;
    const received: Received[] = [smtp.received];
    const swap = async (options: Parameters<typeof startSmtpServer>[0]) => {
      await smtp.close();
      smtp = await startSmtpServer({ port, ...options });
      received.push(smtp.received);
    };
    const refuse = (code: number) => ({ refuse: () => ({ code, message: "Not now, not here" }) });
    try {
      const { line } = await ground.startInstance({ SMTP_URL: smtp.url });
      await signUpSome(line, 2);
      const well = await signUpSome(line, people);
      await until(async () => (await countMails(ground, "waiting")) === 0);
      await smtp.close();
      const away = await signUpSome(line, people);
      await swap(refuse(451));
      const busy = await signUpSome(line, people);
      await untilTried(ground, busy);
      await swap(refuse(550));
      const strict = await signUpSome(line, people);
      await untilTried(ground, strict);
      await swap({ isSilentAfterData: true });
      const silent = await signUpSome(line, people);
      await until(() => smtp.received.length > 0);
      await until(async () => (await countMails(ground, "waiting", "%imeout%")) > 0);
      await swap({});
      await until(async () => {
        await ground.query("update pgboss.job set start_after = now() where name = 'deliver-mail' and state = 'retry'");
        return (await countMails(ground, "waiting")) === 0;
      }, 240_000);
      return check(received, { well, away, busy, strict, silent });
    } finally {
      await smtp.close();
      await ground.close();
    }
  },
};

async function signUpSome(address: string, people: number): Promise<Phase> {
  const phase: Phase = { emails: [], times: [] };
  for (let index = 0; index < people; index++) {
    const email = `${crypto.randomUUID()}@drill.example`;
    const began = performance.now();
    const { status } = await ask(address, "POST", "/auth/v1/signup", { body: { email, password } });
    if (status !== 200) throw new Error(`signing up was answered ${status}`);
    phase.times.push(performance.now() - began);
    phase.emails.push(email);
  }
  return phase;
}

/** Every mail of a phase has met the mail server as it was then. */
function untilTried(ground: Ground, { emails }: Phase): Promise<number> {
  return until(async () => {
    const tried = await ground.query("select id from mails where recipient = any ($1) and last_error is not null", [
      emails,
    ]);
    return tried.length === emails.length;
  });
}

async function countMails(ground: Ground, state: string, error = "%"): Promise<number> {
  const rows = await ground.query("select id from mails where state = $1 and coalesce(last_error, '') like $2", [
    state,
    error,
  ]);
  return rows.length;
}

function check(received: Received[], phases: Record<"well" | "away" | "busy" | "strict" | "silent", Phase>) {
  const { well, away, busy, strict, silent } = phases;
  const arrivals = new Map<string, number>();
  for (const email of received.flat().flatMap(({ recipients }) => recipients)) {
    arrivals.set(email, (arrivals.get(email) ?? 0) + 1);
  }
  const timesOf = (email: string) => arrivals.get(email) ?? 0;
  const plain = [well, away, busy].flatMap(({ emails }) => emails);
  const during = [away, busy, strict, silent].map(({ times }) => quantile(times, 0.5));
  return [
    exactly("mails lost", [...plain, ...silent.emails].filter((email) => timesOf(email) === 0).length, 0),
    exactly("mails sent twice", plain.filter((email) => timesOf(email) > 1).length, 0),
    exactly("mails sent though refused for good", strict.emails.filter((email) => timesOf(email) > 0).length, 0),
    atMost("most copies of a mail that was taken without a word", Math.max(...silent.emails.map(timesOf)), 2),
    atMost("signing up meanwhile, beside usual", Math.max(...during) / quantile(well.times, 0.5), 2, "×"),
  ];
}

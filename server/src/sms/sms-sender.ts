import { createHmac } from "node:crypto";

interface Sms {
  id: string;
  /** In the E.164 form. */
  to: string;
  text: string;
}

/** Hands a message to the operator's webhook; rejects when the webhook did not take it. */
export type SendSms = (sms: Sms) => Promise<void>;

/** The webhook is the operator's own setting, so it may well be on a private address. */
export function createSmsSender({ url, secret }: { url: string; secret: string }, patienceMs = 5_000): SendSms {
  return async ({ id, to, text }) => {
    const body = JSON.stringify({ to, text, id });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-clanhall-timestamp": timestamp,
        "x-clanhall-signature": `sha256=${signature}`,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
    // Whatever it says, only the status counts.
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the SMS webhook answered ${answer.status}`);
  };
}

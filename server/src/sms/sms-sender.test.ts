import { expect, onTestFinished, test } from "vitest";
import { startSmsWebhook } from "../testing/sms-webhook.ts";
import { createSmsSender } from "./sms-sender.ts";

const sms = { id: "4c1e", to: "+4915112345678", text: "123456 is your code: “é” 😀" };

async function openWebhook() {
  const webhook = await startSmsWebhook();
  onTestFinished(() => webhook.close());
  return webhook;
}

test("a message reaches the webhook, signed", async () => {
  const webhook = await openWebhook();
  await createSmsSender(webhook)(sms);
  expect(webhook.received).toEqual([sms]);
});

test("a webhook that knows another secret takes nothing", async () => {
  const webhook = await openWebhook();
  const send = createSmsSender({ url: webhook.url, secret: "another secret, just as long as it has to be" });
  await expect(send(sms)).rejects.toThrow("the SMS webhook answered 401");
  expect(webhook.received).toEqual([]);
});

test("anything but a success is a failure", async () => {
  const webhook = await openWebhook();
  for (const status of [302, 400, 404, 500]) {
    webhook.answer = (response) => void response.writeHead(status).end();
    await expect(createSmsSender(webhook)(sms)).rejects.toThrow(`the SMS webhook answered ${status}`);
  }
});

test("a redirect is not followed", async () => {
  const webhook = await openWebhook();
  const other = await openWebhook();
  webhook.answer = (response) => void response.writeHead(307, { location: other.url }).end();
  await expect(createSmsSender(webhook)(sms)).rejects.toThrow("the SMS webhook answered 307");
  expect(other.received).toEqual([]);
});

test("a webhook that never answers, or is not there, is given up", async () => {
  const webhook = await openWebhook();
  webhook.answer = () => undefined;
  await expect(createSmsSender(webhook, 50)(sms)).rejects.toThrow(/timeout/);
  await webhook.close();
  await expect(createSmsSender(webhook)(sms)).rejects.toThrow("fetch failed");
});

test("an endless answer is not read", async () => {
  const webhook = await openWebhook();
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  webhook.answer = (response) => {
    response.on("close", closed).writeHead(200);
    const babble = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
      response.once("drain", babble);
    };
    babble();
  };
  await createSmsSender(webhook)(sms);
  await expect(isClosed).resolves.toBeUndefined();
});

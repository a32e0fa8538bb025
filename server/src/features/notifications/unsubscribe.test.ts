import { beforeAll, expect, test } from "vitest";
import { openBulletins } from "../../testing/bulletins.ts";
import { openNotifications, tokenIn } from "../../testing/notified.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { toUnsubscribeToken } from "./unsubscribe.ts";

const world = await sharedApp();
let news: Awaited<ReturnType<typeof openNotifications>>;
beforeAll(async () => {
  news = await openNotifications(world);
});

/** Somebody who wants everything that is offered to them, and the mail that a bulletin brought them. */
async function openMail() {
  const { clan, member, make } = await openBulletins(world);
  await news.wants(member, clan.id, "bulletin", "board_ended");
  await make();
  await news.run(clan.id);
  const [mail] = await news.mailsTo(member);
  const readChoices = async () => (await member.get("/api/me/notifications")).json().items[0].mail;
  return { clan, member, make, readChoices, token: tokenIn({ text: mail?.text ?? "" }) };
}

const on = { bulletin: true, board_ended: true };
const off = { bulletin: false, board_ended: true };

function post(url: string, payload: string, type: string) {
  return world.app.server.inject({ method: "POST", url, payload, headers: { "content-type": type } });
}

const form = "application/x-www-form-urlencoded";
const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';

test.each([
  ["a form", "List-Unsubscribe=One-Click", form],
  ["a form in parts", parts, "multipart/form-data; boundary=x"],
  ["JSON", '{"List-Unsubscribe":"One-Click"}', "application/json"],
  ["empty JSON", "{}", "application/json"],
])("a mail program stops the kind with %s, again without harm, and nothing else", async (_, payload, type) => {
  const { clan, member, make, readChoices, token } = await openMail();
  expect(await readChoices()).toMatchObject(on);
  for (let time = 0; time < 2; time += 1) {
    expect((await post(`/api/unsubscribe/${token}`, payload, type)).statusCode).toBe(200);
    expect(await readChoices()).toMatchObject(off);
  }
  await make({ title: "Later" });
  await news.run(clan.id);
  expect(await news.mailsTo(member)).toHaveLength(1);
});

test.each([
  ["another form", "action=subscribe", form, 400],
  ["plain text", "List-Unsubscribe=One-Click", "text/plain", 415],
  ["a long form", `List-Unsubscribe=One-Click&x=${"x".repeat(5_000)}`, form, 413],
])("%s stops nothing", async (_, payload, type, status) => {
  const { readChoices, token } = await openMail();
  expect((await post(`/api/unsubscribe/${token}`, payload, type)).statusCode).toBe(status);
  expect(await readChoices()).toMatchObject(on);
});

test("forms are read nowhere else", async () => {
  const { member } = await openMail();
  const headers = { "content-type": form, "x-dev-user-id": member.userId };
  const call = { method: "PUT", url: "/api/me/notifications", headers, payload: "a=b" } as const;
  expect((await world.app.server.inject(call)).statusCode).toBe(415);
});

test("a person reads what the link will stop, and only the button stops it", async () => {
  const { readChoices, token } = await openMail();
  const url = `/unsubscribe/${token}`;
  const page = await world.visitor.get(url);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("no more mails about new bulletins from Night Owls");
  expect(page.headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" });
  expect(page.headers["content-security-policy"]).toMatch(/style-src 'sha256-[^']+' 'self'/);
  expect(page.body).not.toContain("<script");
  await world.app.server.inject({ method: "HEAD", url });
  expect((await world.visitor.get(`/api${url}`)).statusCode).toBe(404);
  expect(await readChoices()).toMatchObject(on);
  const done = await post(url, "List-Unsubscribe=One-Click", form);
  expect(done.body).toContain("You are unsubscribed");
  expect(await readChoices()).toMatchObject(off);
  expect((await post(url, "List-Unsubscribe=One-Click", form)).statusCode).toBe(200);
});

test("a clan's name is text on the page", async () => {
  const { clan, token } = await openMail();
  await world.db.updateTable("clans").set({ name: "<b>Owls</b>" }).where("id", "=", clan.id).execute();
  expect((await world.visitor.get(`/unsubscribe/${token}`)).body).toContain("from &lt;b&gt;Owls&lt;/b&gt;");
});

test("a token that we did not write, or wrote for something else, leads nowhere and changes nothing", async () => {
  const { clan, member, readChoices, token } = await openMail();
  const flipped = token.slice(0, -8) + (token.at(-8) === "A" ? "B" : "A") + token.slice(-7);
  const content = JSON.stringify([member.userId, clan.id, "bulletin"]);
  const foreign = [
    news.secrets.seal(content, "webhook").toString("base64url"),
    news.secrets.seal(JSON.stringify([member.userId, clan.id, "security"]), "unsubscribe").toString("base64url"),
    Buffer.from(content).toString("base64url"),
  ];
  const unknown = (await world.visitor.send("POST", "/api/unsubscribe/x")).json();
  for (const bad of [flipped, token.slice(0, 48), token.slice(0, -4), `${token}AAAA`, ...foreign, "x", "%00"]) {
    const answer = await world.visitor.send("POST", `/api/unsubscribe/${bad}`);
    expect(answer.statusCode, bad).toBe(404);
    expect(answer.json()).toMatchObject({ error: unknown.error, message: unknown.message });
    expect((await world.visitor.get(`/unsubscribe/${bad}`)).statusCode).toBe(404);
    expect((await post(`/unsubscribe/${bad}`, "List-Unsubscribe=One-Click", form)).statusCode).toBe(404);
  }
  expect(await readChoices()).toMatchObject(on);
});

test("a token of somebody who never chose switches nothing on", async () => {
  const clan = await world.clan();
  const member = await world.memberOf(clan, "member");
  const ids = { userId: member.userId, clanId: clan.id, kind: "bulletin" } as const;
  const token = toUnsubscribeToken(news.secrets, ids);
  expect((await world.visitor.send("POST", `/api/unsubscribe/${token}`)).statusCode).toBe(200);
  expect((await member.get("/api/me/notifications")).json().items[0].mail).toMatchObject({ bulletin: false });
});

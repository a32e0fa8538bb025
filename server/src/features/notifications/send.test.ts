import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startJobs } from "../../jobs/start-jobs.ts";
import { openBoards } from "../../testing/boards.ts";
import { addBulletin, inMinutes, openBulletins } from "../../testing/bulletins.ts";
import { openInviteOf } from "../../testing/invited.ts";
import { createTestHandlers } from "../../testing/job-handlers.ts";
import { openNotifications, tokenIn } from "../../testing/notified.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { startSmtpServer } from "../../testing/smtp.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let world: TestApp;
let news: Awaited<ReturnType<typeof openNotifications>>;
beforeAll(async () => {
  world = await createTestApp();
  news = await openNotifications(world);
});
afterAll(() => world.close());

const subjectsOf = (mails: { subject: string }[]) => mails.map(({ subject }) => subject);

test("a bulletin reaches who asked for it once, and neither its author nor who did not ask", async () => {
  const { clan, owner, maintainer, member, make } = await openBulletins(world);
  const other = await world.memberOf(clan, "member");
  for (const person of [owner, maintainer, member]) await news.wants(person, clan.id, "bulletin");
  await make({ title: "Raid at nine" });
  expect(await news.run(clan.id)).toBe(1);
  await news.run(clan.id);
  for (const reader of [owner, member]) expect(await news.mailsTo(reader)).toHaveLength(1);
  for (const silent of [maintainer, other]) expect(await news.mailsTo(silent)).toEqual([]);
  const [mail] = await news.mailsTo(member);
  expect(mail?.subject).toBe("Night Owls: Raid at nine");
  expect(mail?.text).toContain("https://hall.clan.test/bulletins");
  expect(mail?.text).toContain("Stop these mails:\nhttps://hall.clan.test/unsubscribe/");
  expect(mail?.html).toContain('<a href="https://hall.clan.test/unsubscribe/');
  expect(news.log.lines).toEqual([]);
});

test("a bulletin for maintainers is no news for plain members", async () => {
  const { clan, owner, member, make } = await openBulletins(world);
  for (const person of [owner, member]) await news.wants(person, clan.id, "bulletin");
  await make({ audience: "maintainers" });
  await news.run(clan.id);
  expect(await news.mailsTo(owner)).toHaveLength(1);
  expect(await news.mailsTo(member)).toEqual([]);
});

test("a draft is news when it is posted, one with a time when its time comes, and a change is none", async () => {
  const { clan, member, make, patch } = await openBulletins(world);
  await news.wants(member, clan.id, "bulletin");
  const draft = await make({ title: "Draft", publish_at: null });
  const timed = await addBulletin(world, clan.id, { title: "Timed", publish_at: inMinutes(5) });
  expect(await news.run(clan.id)).toBe(0);
  const posted = (await patch(draft.id, { version: draft.version, publish_at: inMinutes(-1).toISOString() })).json();
  await patch(draft.id, { version: posted.version, title: "Draft, corrected" });
  await world.db
    .updateTable("bulletins")
    .set({ publish_at: inMinutes(-1) })
    .where("id", "=", timed)
    .execute();
  await news.passTime();
  await news.passTime();
  expect(await news.run(clan.id)).toBe(2);
  expect(subjectsOf(await news.mailsTo(member))).toEqual(["Night Owls: Draft, corrected", "Night Owls: Timed"]);
});

test.each([
  ["switched it off", "off"],
  ["was made inactive", "inactive"],
  ["was removed", "removed"],
  ["never proved their address", "unproven"],
  ["is leaving for good", "leaving"],
  ["is suspended", "banned"],
] as const)("somebody who %s between the event and the mail gets nothing", async (_, how) => {
  const { clan, owner, member, make } = await openBulletins(world);
  for (const person of [owner, member]) await news.wants(person, clan.id, "bulletin");
  await make();
  const asUser = (change: object) =>
    world.db.updateTable("users").set(change).where("id", "=", member.userId).execute();
  const asMember = (status: "inactive" | "removed") =>
    world.db.updateTable("clan_members").set({ status }).where("id", "=", member.memberId).execute();
  await {
    off: () => member.send("PUT", "/api/me/notifications", { clan_id: clan.id, mail: { bulletin: false } }),
    inactive: () => asMember("inactive"),
    removed: () => asMember("removed"),
    unproven: () => asUser({ email_confirmed_at: null }),
    leaving: () => asUser({ deletes_at: inMinutes(60) }),
    banned: () => asUser({ banned_until: inMinutes(60) }),
  }[how]();
  await news.run(clan.id);
  expect(await news.mailsTo(member)).toEqual([]);
  expect(await news.mailsTo(owner)).toHaveLength(1);
});

test.each(["archived_at", "deletes_at"])("a clan with %s set stays silent", async (column) => {
  const { clan, member, make } = await openBulletins(world);
  await news.wants(member, clan.id, "bulletin");
  await make();
  await world.db
    .updateTable("clans")
    .set({ [column]: inMinutes(1) })
    .where("id", "=", clan.id)
    .execute();
  await news.run(clan.id);
  expect(await news.mailsTo(member)).toEqual([]);
});

test("a title with line breaks in it becomes one line and no header of its own", async () => {
  const { clan, member } = await openBulletins(world);
  await news.wants(member, clan.id, "bulletin");
  await addBulletin(world, clan.id, { title: "Hi\r\nBcc: eve@evil.test", published_announced_at: null });
  await news.passTime();
  await news.run(clan.id);
  expect(subjectsOf(await news.mailsTo(member))).toEqual(["Night Owls: Hi Bcc: eve@evil.test"]);
});

test("an address that cannot be written to keeps nobody else from their mail", async () => {
  const { clan, owner, member, make } = await openBulletins(world);
  for (const person of [owner, member]) await news.wants(person, clan.id, "bulletin");
  const email = `two, ${member.userId}@example.test`;
  await world.db.updateTable("users").set({ email }).where("id", "=", member.userId).execute();
  await make();
  await expect(news.run(clan.id)).rejects.toThrow("1 notifications could not be queued");
  expect(await news.mailsTo(owner)).toHaveLength(1);
  news.log.lines.length = 0;
});

test("a board that ends is announced, by hand or by its last day, and once however often it is opened again", async () => {
  const { clan, member, make, act } = await openBoards(world);
  await news.wants(member, clan.id, "board_ended");
  const byHand = await make({ title: "Autumn" });
  await act(byHand, "end");
  await news.run(clan.id);
  await act(byHand, "reopen");
  await act(byHand, "end");
  const period = { kind: "fixed", from: "2026-01-01", to: "2026-01-07" };
  const bySelf = await make({ title: "January", period });
  const ends = { ends_by_itself: true };
  await world.db.updateTable("scoreboards").set(ends).where("id", "=", bySelf.id).execute();
  await news.passTime();
  expect(await news.run(clan.id)).toBe(3);
  const subjects = subjectsOf(await news.mailsTo(member));
  expect(subjects).toEqual(["Night Owls: Autumn has ended", "Night Owls: January has ended"]);
});

test("who manages invites gets a mail that one was accepted, and nobody else does", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const maintainer = await world.memberOf(clan, "maintainer");
  const toggles = (maintainers_invite: boolean) =>
    world.db
      .updateTable("clans")
      .set({ toggles: JSON.stringify({ maintainers_invite }) })
      .where("id", "=", clan.id)
      .execute();
  await toggles(true);
  for (const person of [owner, maintainer]) await news.wants(person, clan.id, "invite_accepted");
  await toggles(false);
  const invite = await openInviteOf(world, owner, clan.id);
  const url = `/api/invites/${invite.invite_token}`;
  const code = { verificationCode: invite.verification_code };
  const { invite_session_token } = (await world.visitor.send("POST", `${url}/process`, code)).json();
  await (await world.user()).send("POST", `${url}/link`, { inviteSessionToken: invite_session_token });
  expect(await news.run(clan.id)).toBe(1);
  expect(subjectsOf(await news.mailsTo(owner))).toEqual([expect.stringMatching(/^Player .+ has joined Night Owls$/)]);
  expect(await news.mailsTo(maintainer)).toEqual([]);
});

test("two instances send each mail once, with what a mail program needs to stop it by one click", async () => {
  const smtp = await startSmtpServer();
  const mail = { smtpUrl: smtp.url, from: "Clanhall <hall@clan.test>" };
  const { clan, owner, maintainer, member, make } = await openBulletins(world);
  for (const person of [owner, maintainer, member]) await news.wants(person, clan.id, "bulletin");
  const instances = await Promise.all(
    [1, 2].map(async () => {
      const log = recordedLog();
      const handlers = await createTestHandlers(world.db, log, { mail });
      return startJobs({ connection: world.database.connection, log, handlers, pollSeconds: 0.5 });
    }),
  );
  for (const title of ["One", "Two", "Three"]) await make({ title });
  const isSent = async () => {
    const mails = [...(await news.mailsTo(owner)), ...(await news.mailsTo(member))];
    expect(mails.filter(({ state }) => state === "sent")).toHaveLength(6);
  };
  await vi.waitFor(isSent, { timeout: 20_000, interval: 50 });
  await Promise.all(instances.map((instance) => instance.stop()));
  await smtp.close();
  const [first] = await news.mailsTo(member);
  const own = smtp.received.filter(({ source }) => source.includes(`Message-ID: <${first?.id}@clan.test>`));
  expect(own).toHaveLength(1);
  // The outbox does not keep what was sent; long lines of the mail itself are broken.
  const [head = "", ...body] = (own[0]?.source ?? "").split("\r\n\r\n");
  const text = body.join("\r\n\r\n").replaceAll("=\r\n", "");
  const address = `https://hall.clan.test/api/unsubscribe/${tokenIn({ text })}`;
  expect(head.split("\r\n")).toContain(`List-Unsubscribe: <${address}>`);
  expect(head.split("\r\n")).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
});

test("requests reach those who decide, the answer who asked, and a warning who got it", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const [member, other] = [await world.memberOf(clan, "member"), await world.memberOf(clan, "member")];
  const url = `/api/clans/${clan.id}`;
  for (const person of [member, other]) await news.wants(person, clan.id, "request_decided", "warning");
  await news.wants(owner, clan.id, "request");
  const today = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const asked = await member.send("POST", `${url}/requests`, { kind: "away", from: today, to: today, reason: "Exams" });
  const { id } = asked.json();
  await news.run(clan.id);
  expect(subjectsOf(await news.mailsTo(owner))).toEqual(["Night Owls: one request waits"]);
  await owner.send("POST", `${url}/requests/${id}/decline`, { reason: "You were seen online" });
  await owner.send("POST", `${url}/members/${member.memberId}/warnings`, { message: "Please catch up" });
  await news.run(clan.id);
  const mails = await news.mailsTo(member);
  expect(subjectsOf(mails)).toEqual(["Night Owls: your request was declined", "Night Owls: a warning"]);
  expect(mails.map(({ text }) => text).join()).toContain("You were seen online");
  expect(mails.map(({ text }) => text).join()).not.toContain("Exams");
  expect(await news.mailsTo(other)).toEqual([]);
});

test("those who decide are mailed as many requests as their list shows: settled ones are in neither", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const askers = await Promise.all([1, 2, 3].map(() => world.memberOf(clan, "member")));
  const url = `/api/clans/${clan.id}/requests`;
  await news.wants(owner, clan.id, "request");
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  for (const asker of askers) await asker.send("POST", url, { kind: "away", from: day, to: day });
  const gone = askers[0]?.memberId ?? "";
  await world.db.updateTable("clan_members").set({ status: "inactive" }).where("id", "=", gone).execute();
  expect((await owner.get(url)).json()).toMatchObject({ open: { away: 2 } });
  await news.run(clan.id);
  expect(subjectsOf(await news.mailsTo(owner))[0]).toBe("Night Owls: 2 requests wait");
});

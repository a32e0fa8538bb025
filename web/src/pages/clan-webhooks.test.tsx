import type { Clan } from "@clanhall/contract/clans";
import { listTokens } from "@clanhall/contract/tokens";
import {
  createWebhook,
  type Delivery,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  patchWebhook,
  testWebhook,
  type Webhook,
  webhooksMax,
} from "@clanhall/contract/webhooks";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { catchFiles } from "../testing/catch-files.ts";
import { expect, test } from "vitest";
import { fakeClans, nightOwls, openAsKara } from "../testing/fake-clans.ts";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();
const address = `https://discord.com/api/webhooks/123456789012345678/${"k".repeat(64)}abcd`;

const raidPosted: Delivery = {
  id: "aaaaaaaa-0000-4000-8000-000000000001",
  event: "bulletin",
  subject: "Raid tonight",
  state: "sent",
  attempts: 1,
  status: 200,
  problem: null,
  created_at: hoursAgo(4),
  sent_at: hoursAgo(3),
};
const general: Webhook = {
  id: "dddddddd-0000-4000-8000-000000000001",
  name: "General",
  kind: "webhook",
  mention_missing: false,
  masked_url: "https://discord.com/api/webhooks/…abcd",
  events: ["bulletin", "reminder"],
  reminder_hours: 3,
  is_active: true,
  disabled_reason: null,
  disabled_at: null,
  last_delivery: raidPosted,
  created_at: hoursAgo(90),
  version: 4,
};
const officers: Webhook = {
  ...general,
  id: "dddddddd-0000-4000-8000-000000000002",
  name: "Officers",
  masked_url: "https://discord.com/api/webhooks/…wxyz",
  events: ["member_joined"],
  is_active: false,
  disabled_reason: "This webhook no longer exists in Discord.",
  disabled_at: hoursAgo(2),
  last_delivery: null,
};
const webhookPath = `/api/clans/${nightOwls.id}/webhooks/${general.id}`;

function openWebhooks(items: Webhook[], clan: Partial<Clan> = {}) {
  const backend = fakeClans({ ...nightOwls, ...clan })
    .answers(listTokens, { items: [] })
    .answers(listWebhooks, { items });
  return { backend, ...openAsKara(`/clan-admin/${nightOwls.id}?tab=integrations`) };
}

const click = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const list = async () => within(await screen.findByRole("list", { name: "Discord webhooks" }));
const conflict = (current: Webhook) => () =>
  Response.json(
    {
      error: "conflict",
      message: "Someone else changed General",
      current,
      changed_by: "Rolf",
      changed_at: hoursAgo(0),
    },
    { status: 409 },
  );

async function openEdit(items = [general]) {
  const opened = openWebhooks(items);
  await click("Edit General");
  return { ...opened, form: await dialog("Edit General") };
}

async function retype(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  await userEvent.insert(field, text);
}

test("each webhook tells where it posts, what it is told of, whether it is on and what it posted last", async () => {
  openWebhooks([general, officers]);
  const items = (await list()).getAllByText(/^(General|Officers)$/, { selector: "strong" });
  const [first, second] = items.map((name) => name.closest("li"));
  expect(first?.textContent).toContain("GeneralOnhttps://discord.com/api/webhooks/…abcd");
  expect(first?.textContent).toContain("BulletinsReminder 3 hours before");
  expect(first?.textContent).toContain("Last: Bulletins: Raid tonight · sent 3 hours ago");
  expect(second?.textContent).toContain("OfficersTurned off");
  expect(second?.textContent).toContain("This webhook no longer exists in Discord. That was 2 hours ago.");
  expect(second?.textContent).toContain("Nothing was posted yet.");
  expect(screen.getByText(`2 of ${webhooksMax} webhooks.`, { exact: false })).toBeTruthy();
});

test("the first channel is connected by a form that checks itself, and its address is not kept", async () => {
  const { backend, queries } = openWebhooks([]);
  await screen.findByText(/No channel is connected yet/);
  await click("Add a webhook");
  const form = await dialog("Add a webhook");
  await click("Add webhook");
  expect(form.getByText("The webhook's name needs at least one character.")).toBeTruthy();
  expect(form.getByText("Paste the whole webhook address that Discord shows.")).toBeTruthy();
  expect(form.getByText("Choose at least one event.")).toBeTruthy();
  const events = within(form.getByRole("group", { name: "What it posts" }));
  expect(events.getByText("Who has joined, as soon as they accept an invite or are let in.")).toBeTruthy();
  expect(events.getByText("Who still has values missing, some hours before the day ends.")).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText("Name"));
  expect(backend.callsTo(createWebhook)).toEqual([]);

  await userEvent.type(form.getByLabelText("Name"), "General");
  const field = form.getByLabelText("Address");
  expect(field.getAttribute("type")).toBe("password");
  await userEvent.click(field);
  await userEvent.paste(address);
  expect(form.queryByLabelText("Remind before the day ends")).toBeNull();
  await userEvent.click(form.getByRole("checkbox", { name: /^Reminder/ }));
  await userEvent.selectOptions(form.getByLabelText("Remind before the day ends"), "3 hours");
  await userEvent.click(form.getByRole("checkbox", { name: /^Bulletins/ }));
  backend.answers(createWebhook, general).answers(listWebhooks, { items: [general] });
  await click("Add webhook");
  await screen.findByText("General is connected");
  expect(screen.queryByRole("dialog")).toBeNull();
  await list();
  const [sent] = backend.callsTo(createWebhook);
  expect(sent?.body).toEqual({ name: "General", url: address, events: ["bulletin", "reminder"], reminder_hours: 3 });
  expect(sent?.headers.get("idempotency-key")).toBeTruthy();
  const kept = () =>
    JSON.stringify(
      queries
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    );
  await waitFor(() => expect(kept()).not.toContain(address));
});

test("the address can be looked at while it is typed", async () => {
  openWebhooks([]);
  await click("Add a webhook");
  const form = await dialog("Add a webhook");
  await click("Show address");
  expect(form.getByLabelText("Address").getAttribute("type")).toBe("text");
  expect(form.getByRole("button", { name: "Hide address" })).toBeTruthy();
});

test("what the server has against a field stands at the field, and what was typed stays", async () => {
  const { backend, form } = await openEdit();
  const details = [{ path: "name", message: "This name is taken." }];
  backend.repliesTo(`PATCH ${webhookPath}`, () =>
    Response.json({ error: "validation_failed", message: "No", details }, { status: 400 }),
  );
  await retype(form.getByLabelText("Name"), "Town square");
  await click("Save webhook");
  await form.findByText("This name is taken.");
  expect(form.getByLabelText("Name")).toHaveProperty("value", "Town square");
  expect(form.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");
});

test("only what was changed is sent, and the address stays where none is given", async () => {
  const { backend, form } = await openEdit();
  expect(form.getByText(/Leave it empty to keep https:\/\/discord.com\/api\/webhooks\/…abcd/)).toBeTruthy();
  await userEvent.click(form.getByRole("checkbox", { name: /^Scoreboards/ }));
  const saved: Webhook = { ...general, events: ["bulletin", "scoreboard", "reminder"], version: 5 };
  backend.answers(patchWebhook, saved).answers(listWebhooks, { items: [saved] });
  await click("Save webhook");
  await screen.findByText("General saved");
  expect((await list()).getByText("Scoreboards")).toBeTruthy();
  expect(backend.callsTo(patchWebhook).map(({ body }) => body)).toEqual([{ events: saved.events, version: 4 }]);
});

test("a new address is checked like the first one", async () => {
  const { backend, form } = await openEdit();
  await userEvent.insert(form.getByLabelText("New address"), "https://example.com/hook");
  await click("Save webhook");
  expect(form.getByText("Paste the whole webhook address that Discord shows.")).toBeTruthy();
  expect(backend.callsTo(patchWebhook)).toEqual([]);
});

test("somebody who changed the same field elsewhere is put before the person, who keeps their own", async () => {
  const { backend, form } = await openEdit();
  const theirs: Webhook = { ...general, name: "Lobby", version: 5 };
  backend.repliesTo(`PATCH ${webhookPath}`, conflict(theirs));
  await retype(form.getByLabelText("Name"), "Town square");
  await click("Save webhook");
  await form.findByText("Changed by Rolf: Lobby");
  backend.repliesTo(`PATCH ${webhookPath}`, () => Response.json({ ...theirs, name: "Town square", version: 6 }));
  await click("Keep mine");
  await click("Save webhook");
  await screen.findByText("Town square saved");
  expect(backend.callsTo(patchWebhook).at(-1)?.body).toEqual({ name: "Town square", version: 5 });
});

test("somebody takes the other change and keeps what it did not touch", async () => {
  const { backend, form } = await openEdit();
  const theirs: Webhook = { ...general, name: "Lobby", version: 5 };
  backend.repliesTo(`PATCH ${webhookPath}`, conflict(theirs));
  await retype(form.getByLabelText("Name"), "Town square");
  await userEvent.selectOptions(form.getByLabelText("Remind before the day ends"), "1 hour");
  await click("Save webhook");
  await click("Take theirs");
  expect(form.getByLabelText("Name")).toHaveProperty("value", "Lobby");
  backend.repliesTo(`PATCH ${webhookPath}`, () => Response.json({ ...theirs, reminder_hours: 1, version: 6 }));
  await click("Save webhook");
  await screen.findByText("Lobby saved");
  expect(backend.callsTo(patchWebhook).at(-1)?.body).toEqual({ reminder_hours: 1, version: 5 });
});

test("what both chose differently is decided in its own words", async () => {
  const { backend, form } = await openEdit();
  const theirs: Webhook = { ...general, events: ["scoreboard", "reminder"], reminder_hours: 1, version: 5 };
  backend.repliesTo(`PATCH ${webhookPath}`, conflict(theirs));
  await userEvent.click(form.getByRole("checkbox", { name: /^New players/ }));
  await userEvent.selectOptions(form.getByLabelText("Remind before the day ends"), "5 hours");
  await click("Save webhook");
  await form.findByText("Changed by Rolf: Scoreboards, Reminder");
  expect(form.getByText("Changed by Rolf: 1 hour")).toBeTruthy();
});

test("a newer list brings its changes into the open form", async () => {
  const { backend, form, queries } = await openEdit();
  await userEvent.selectOptions(form.getByLabelText("Remind before the day ends"), "1 hour");
  backend.answers(listWebhooks, { items: [{ ...general, name: "Lobby", version: 5 }] });
  await queries.invalidateQueries({ queryKey: ["webhooks"] });
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveProperty("value", "Lobby"));
  expect(screen.getByLabelText("Remind before the day ends")).toHaveProperty("value", "1");
});

test("what was typed is not thrown away without a question, neither by closing nor by leaving the page", async () => {
  const { form, router } = await openEdit();
  await retype(form.getByLabelText("Name"), "Town square");
  await click("Cancel");
  let question = await dialog("Discard changes?");
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  expect(form.getByLabelText("Name")).toHaveProperty("value", "Town square");
  void router.navigate({ to: "/dashboard" });
  question = await dialog("Discard changes?");
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  expect(form.getByLabelText("Name")).toHaveProperty("value", "Town square");
  expect(router.state.location.pathname).toContain("/clan-admin/");
  await click("Close");
  question = await dialog("Discard changes?");
  await userEvent.click(question.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test.each<[string, Partial<Delivery>, string]>([
  ["took it", {}, "Discord accepted the test message (status 200). Look for it in the channel."],
  [
    "does not know the webhook",
    { state: "failed", status: 404, problem: "This webhook no longer exists in Discord." },
    "The test message was not posted (status 404). This webhook no longer exists in Discord.",
  ],
  [
    "is not there",
    { state: "failed", status: null, problem: "Discord could not be reached." },
    "The test message was not posted. Discord could not be reached.",
  ],
])("somebody who tests a webhook reads that Discord %s", async (_, answer, texts) => {
  const { backend } = openWebhooks([general]);
  const delivery: Delivery = { ...raidPosted, event: "test", subject: "Test message", ...answer };
  backend.answers(testWebhook, delivery);
  await screen.findByText(/Raid tonight/);
  backend.answers(listWebhooks, { items: [{ ...general, last_delivery: delivery }] });
  await click("Test General");
  expect((await screen.findByText(texts)).getAttribute("role")).toBe("status");
  await screen.findByText(/^Last: Test message/);
  expect(backend.callsTo(testWebhook).map(({ call }) => call)).toEqual([`POST ${webhookPath}/test`]);
});

test("somebody who tests too often is told to wait", async () => {
  const { backend } = openWebhooks([general]);
  const message = "Too many tests. Wait a minute and try again.";
  backend.repliesTo(`POST ${webhookPath}/test`, () =>
    Response.json({ error: "rate_limited", message }, { status: 429 }),
  );
  await click("Test General");
  expect((await screen.findByText(message)).getAttribute("role")).toBe("alert");
});

test("a webhook is switched off and on again, also when it was changed elsewhere meanwhile", async () => {
  const { backend } = openWebhooks([general]);
  const off = { is_active: false, disabled_reason: "Turned off by hand.", disabled_at: hoursAgo(0) };
  const renamed: Webhook = { ...general, ...off, name: "Lobby", version: 6 };
  const replies = [conflict({ ...general, name: "Lobby", version: 5 }), () => Response.json(renamed)];
  backend.repliesTo(`PATCH ${webhookPath}`, () => replies.shift()?.() ?? Response.error());
  await screen.findByText("General", { selector: "strong" });
  backend.answers(listWebhooks, { items: [renamed] });
  await click("Turn off General");
  await screen.findByText("Lobby is turned off");
  await screen.findByText(/^Turned off by hand\./);
  expect(backend.callsTo(patchWebhook).map(({ body }) => body)).toEqual([
    { is_active: false, version: 4 },
    { is_active: false, version: 5 },
  ]);
  const on: Webhook = { ...general, name: "Lobby", version: 7 };
  backend.repliesTo(`PATCH ${webhookPath}`, () => Response.json(on)).answers(listWebhooks, { items: [on] });
  await click("Turn on Lobby");
  await screen.findByRole("button", { name: "Turn off Lobby" });
  expect(backend.callsTo(patchWebhook).at(-1)?.body).toEqual({ is_active: true, version: 6 });
});

test("a webhook that cannot be switched says so where it stands", async () => {
  const { backend } = openWebhooks([general]);
  const message = "This clan is archived.";
  backend.repliesTo(`PATCH ${webhookPath}`, () => Response.json({ error: "conflict", message }, { status: 409 }));
  await click("Turn off General");
  await waitFor(async () => expect((await list()).getByRole("alert").textContent).toBe(message));
});

test("a webhook is deleted after a question that names it", async () => {
  const { backend } = openWebhooks([general, officers]);
  await click("Delete General");
  const question = await dialog("Delete General?");
  expect(question.getByText(/What was posted stays in Discord/)).toBeTruthy();
  expect(backend.callsTo(deleteWebhook)).toEqual([]);
  backend.answers(deleteWebhook, {}).answers(listWebhooks, { items: [officers] });
  await userEvent.click(question.getByRole("button", { name: "Delete webhook" }));
  await waitFor(() => expect(screen.queryByText("General")).toBeNull());
  expect(backend.callsTo(deleteWebhook).map(({ call }) => call)).toEqual([`DELETE ${webhookPath}`]);
});

test("the log tells what became of each message, page by page", async () => {
  const { backend } = openWebhooks([general]);
  const failed: Delivery = {
    ...raidPosted,
    id: "aaaaaaaa-0000-4000-8000-000000000002",
    event: "daily_summary",
    subject: "2 Mar 2026",
    state: "failed",
    attempts: 8,
    status: 503,
    problem: "Discord answered 503.",
    created_at: hoursAgo(5),
    sent_at: null,
  };
  const waiting: Delivery = { ...failed, id: general.id, state: "waiting", attempts: 0, status: null, problem: null };
  backend.answers(listDeliveries, { items: [raidPosted, failed], next_cursor: failed.id });
  await click("Log General");
  const log = await dialog("Log of General");
  const lines = () => log.getAllByRole("listitem").map(({ textContent }) => textContent);
  await log.findByText("Bulletins: Raid tonight");
  expect(lines()).toEqual([
    "Bulletins: Raid tonightSent1 attempt · answer 200 · 3 hours ago",
    "Daily summary: 2 Mar 2026Failed8 attempts · answer 503 · 5 hours agoDiscord answered 503.",
  ]);
  backend.answers(listDeliveries, { items: [waiting], next_cursor: null });
  const more = log.getByRole("button", { name: "Show more" });
  expect(log.getByRole("button", { name: "Export CSV" }).parentElement?.contains(more)).toBe(false);
  await userEvent.click(more);
  await waitFor(() => expect(lines()[2]).toBe("Daily summary: 2 Mar 2026Waitingnot tried yet · 5 hours ago"));
  expect(backend.callsTo(listDeliveries).at(-1)?.query.get("cursor")).toBe(failed.id);
  expect(log.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(document.activeElement).toBe(log.getAllByRole("listitem")[2]);
  const files = catchFiles();
  await userEvent.click(log.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [heads, line] = (await files[0]?.text())?.split("\r\n") ?? [];
  expect(heads).toBe("event,subject,state,attempts,status,problem,created_at,sent_at");
  expect(line).toBe(`daily_summary,2 Mar 2026,waiting,0,,,${waiting.created_at},`);
});

test("an empty log says so, and one that does not load can be asked for again", async () => {
  const { backend } = openWebhooks([general]);
  backend.refuses(listDeliveries, 403);
  await click("Log General");
  const log = await dialog("Log of General");
  expect((await log.findByRole("alert")).textContent).toContain("The log could not be loaded.");
  backend.answers(listDeliveries, { items: [], next_cursor: null });
  await userEvent.click(log.getByRole("button", { name: "Try again" }));
  const empty = await log.findByText("Nothing was posted yet.");
  expect(empty.nextElementSibling).toBeNull();
});

test("a clan with as many webhooks as it can have is offered no more", async () => {
  const many = Array.from({ length: webhooksMax }, (_, index) => ({
    ...general,
    id: `dddddddd-0000-4000-8000-00000000010${index}`,
    name: `Channel ${index}`,
  }));
  openWebhooks(many);
  await screen.findByText("Limit reached (10). Delete one to add another.");
  expect(screen.queryByRole("button", { name: "Add a webhook" })).toBeNull();
});

test.each<[string, Partial<Clan>]>([
  ["a maintainer", { role: "maintainer" }],
  ["the owner of an archived clan", { archived_at: "2026-01-01T00:00:00.000Z" }],
])("%s sees the webhooks and their logs and changes none", async (_, clan) => {
  openWebhooks([general], clan);
  const buttons = (await list()).getAllByRole("button").map(({ textContent }) => textContent);
  expect(buttons).toEqual(["Log General"]);
  expect(screen.queryByRole("button", { name: "Add a webhook" })).toBeNull();
});

test("a maintainer of a clan without webhooks learns who adds them", async () => {
  openWebhooks([], { role: "maintainer" });
  expect((await screen.findByText(/No channel is connected yet/)).textContent).toContain(
    "The clan’s owner can add one here.",
  );
});

test("webhooks that do not load can be asked for again", async () => {
  const { backend } = openWebhooks([]);
  backend.refuses(listWebhooks, 403);
  expect((await screen.findByRole("alert")).textContent).toContain("The webhooks could not be loaded.");
  backend.answers(listWebhooks, { items: [general] });
  await click("Try again");
  await list();
});

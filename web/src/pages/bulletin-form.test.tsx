import {
  type Bulletin,
  createBulletin,
  listBulletins,
  patchBulletin,
  previewBulletin,
} from "@clanhall/contract/bulletins";
import { listMyClans } from "@clanhall/contract/clans";
import { listWebhooks, type Webhook } from "@clanhall/contract/webhooks";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { newPage } from "../testing/new-page.ts";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import {
  dialog,
  fairDay,
  fakeBulletins,
  listOf,
  newRule,
  oldNews,
  openBulletins,
  raidTonight,
} from "../testing/fake-bulletins.ts";
import { ironwood, nightOwls, toCard } from "../testing/fake-clans.ts";
import { heading } from "../testing/open-app.tsx";

type Form = ReturnType<typeof within>;
const createPath = `POST /api/clans/${nightOwls.id}/bulletins`;
const patchPath = ({ id }: Bulletin) => `PATCH /api/clans/${nightOwls.id}/bulletins/${id}`;
const refusal = (details: { path: string; message: string }[]) =>
  Response.json({ error: "validation_failed", message: "No", details }, { status: 400 });

async function openNew(backend = fakeBulletins([raidTonight])) {
  const opened = await openBulletins("&new=1");
  const form = await dialog("New bulletin");
  await form.findByRole("textbox", { name: "Message" });
  return { backend, form, ...opened };
}

async function openEdit(bulletin: Bulletin, backend = fakeBulletins([bulletin])) {
  const opened = await openBulletins(`&bulletin=${bulletin.id}&show=edit`);
  const form = await dialog(`Edit ${bulletin.title}`);
  await form.findByRole("textbox", { name: "Message" });
  const save = () => userEvent.click(form.getByRole("button", { name: "Save bulletin" }));
  return { backend, form, save, ...opened };
}

async function fill(form: Form, label: string, text: string) {
  const field = form.getByLabelText(label);
  await userEvent.clear(field);
  if (text) await userEvent.insert(field, text);
}

const choose = (form: Form, label: string, option: string) =>
  userEvent.selectOptions(form.getByLabelText(label), option);

/** As the editor takes it from the clipboard. */
/** Day and time as they are typed. */
function enterMoment(form: Form, label: string, day: string, time: string) {
  const group = within(form.getByRole("group", { name: label }));
  fireEvent.change(group.getByLabelText("Day"), { target: { value: day } });
  fireEvent.change(group.getByLabelText("Time"), { target: { value: time } });
}

function writeMessage(form: Form, text: string) {
  const data: Record<string, string> = { "text/html": `<p>${text}</p>`, "text/plain": text };
  fireEvent.paste(form.getByRole("textbox", { name: "Message" }), {
    clipboardData: { getData: (type: string) => data[type] ?? "", files: [], types: [] },
  });
}

test("a title and a message are published at once, and two clicks publish one", async () => {
  const { backend, form } = await openNew();
  await fill(form, "Title", "Raid tonight");
  writeMessage(form, "Bring healers");
  backend.answers(createBulletin, raidTonight);
  await userEvent.dblClick(form.getByRole("button", { name: "Publish bulletin" }));
  await screen.findByText("Raid tonight published");
  expect(screen.queryByRole("dialog")).toBeNull();
  const sent = backend.callsTo(createBulletin);
  expect(sent.map(({ body }) => body)).toEqual([
    {
      title: "Raid tonight",
      content: "<p>Bring healers</p>",
      expires_at: null,
      pinned: false,
      audience: "everyone",
      post_to_discord: false,
    },
  ]);
  expect(sent[0]?.headers.get("idempotency-key")).toBeTruthy();
});

test("everything that can be set is sent as it was set, moments on the writer's clock", async () => {
  const { backend, form } = await openNew();
  await fill(form, "Title", "Fair day");
  await choose(form, "Publish", "At a date and time");
  enterMoment(form, "Publish at", "2030-03-01", "20:00");
  expect(form.getByText(`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`)).toBeTruthy();
  await choose(form, "Expires", "At a date and time");
  enterMoment(form, "Expires at", "2030-03-02", "20:30");
  await choose(form, "Who may read it", "Owner and maintainers");
  await userEvent.click(form.getByRole("checkbox", { name: /^Pin it/ }));
  await userEvent.click(form.getByRole("checkbox", { name: /^Post it to Discord/ }));
  expect(form.getByText("It goes to every channel that gets bulletins.")).toBeTruthy();
  backend.answers(createBulletin, fairDay);
  await userEvent.click(form.getByRole("button", { name: "Schedule bulletin" }));
  await screen.findByText(/^Fair day will be published on/);
  expect(backend.callsTo(createBulletin)[0]?.body).toEqual({
    title: "Fair day",
    content: "",
    publish_at: new Date("2030-03-01T20:00").toISOString(),
    expires_at: new Date("2030-03-02T20:30").toISOString(),
    pinned: true,
    audience: "maintainers",
    post_to_discord: true,
  });
});

const channel: Webhook = {
  id: "dddddddd-0000-4000-8000-000000000001",
  name: "General",
  kind: "webhook",
  mention_missing: false,
  masked_url: "https://discord.com/api/webhooks/…abcd",
  events: ["bulletin"],
  reminder_hours: 2,
  is_active: true,
  disabled_reason: null,
  disabled_at: null,
  last_delivery: null,
  created_at: "2026-01-01T00:00:00.000Z",
  version: 1,
};

test.each<[string, Webhook[]]>([
  ["no webhook", []],
  ["a webhook that is switched off", [{ ...channel, is_active: false }]],
  ["a webhook that is told of something else", [{ ...channel, events: ["scoreboard"] }]],
])("the writer in a clan with %s learns that no channel gets bulletins", async (_, items) => {
  const { form } = await openNew(fakeBulletins([raidTonight]).answers(listWebhooks, { items }));
  await form.findByText("No webhook posts bulletins yet.");
  expect(form.getByRole("link", { name: "Open Integrations" }).getAttribute("href")).toBe(
    `/clan-admin/${nightOwls.id}?tab=integrations`,
  );
});

test("a draft is kept as one", async () => {
  const { backend, form } = await openNew();
  await fill(form, "Title", "New rule");
  await choose(form, "Publish", "Keep as a draft");
  backend.answers(createBulletin, newRule);
  await userEvent.click(form.getByRole("button", { name: "Save draft" }));
  await screen.findByText("New rule kept as a draft");
  expect(backend.callsTo(createBulletin)[0]?.body).toMatchObject({ publish_at: null });
});

test("what is wrong is said at its field in the contract's words, and the first of it gets the focus", async () => {
  const { backend, form } = await openNew();
  await choose(form, "Publish", "At a date and time");
  await choose(form, "Expires", "At a date and time");
  await userEvent.click(form.getByRole("button", { name: "Schedule bulletin" }));
  expect(form.getByText("The title needs at least one character.")).toBeTruthy();
  expect(form.getAllByText("Enter a date and time.")).toHaveLength(2);
  expect(document.activeElement).toBe(form.getByLabelText("Title"));
  await userEvent.click(form.getByLabelText("Title"));
  await userEvent.paste("x".repeat(121));
  expect(form.getByText("The title may have at most 120 characters.")).toBeTruthy();
  enterMoment(form, "Publish at", "2020-03-01", "20:00");
  expect(form.getByText(/^This time has passed: it is published at once\./)).toBeTruthy();
  expect(backend.callsTo(createBulletin)).toEqual([]);
});

test("what the server refuses lands at its field", async () => {
  const { backend, form } = await openNew();
  await fill(form, "Title", "Raid");
  await choose(form, "Expires", "At a date and time");
  enterMoment(form, "Expires at", "2020-03-01", "20:00");
  backend.repliesTo(createPath, () =>
    refusal([
      { path: "content", message: "The message may have at most 20000 characters." },
      { path: "expires_at", message: "A bulletin cannot expire before it is published." },
      { path: "pinned", message: "Three bulletins are already pinned. Unpin one first." },
    ]),
  );
  const publish = () => userEvent.click(form.getByRole("button", { name: "Publish bulletin" }));
  await publish();
  await form.findByText("The message may have at most 20000 characters.");
  const message = form.getByRole("textbox", { name: "Message" });
  expect(message.getAttribute("aria-invalid")).toBe("true");
  const expiry = within(form.getByRole("group", { name: "Expires at" }));
  expect(expiry.getByLabelText("Day").getAttribute("aria-invalid")).toBe("true");
  expect(form.getByRole("checkbox", { name: /^Pin it/ }).getAttribute("aria-invalid")).toBe("true");
  backend.repliesTo(createPath, () => Response.json({ error: "conflict", message: "Too many." }, { status: 409 }));
  await publish();
  expect(await form.findByText("Too many.")).toBeTruthy();
  expect(form.queryByText("The message may have at most 20000 characters.")).toBeNull();
});

test("the preview shows what the server would store", async () => {
  const { backend, form } = await openNew();
  await fill(form, "Title", "Raid");
  writeMessage(form, "Bring healers");
  backend.answers(previewBulletin, { content: "<p>Bring <em>only</em> healers</p>" });
  await userEvent.click(form.getByRole("button", { name: "Preview" }));
  const preview = await dialog("Preview: Raid");
  expect((await preview.findByText("only")).tagName).toBe("EM");
  expect(backend.callsTo(previewBulletin)[0]?.body).toEqual({ content: "<p>Bring healers</p>" });
  await userEvent.click(preview.getByRole("button", { name: "Close" }));
  expect(form.getByLabelText("Title")).toHaveProperty("value", "Raid");
});

test("only what was changed is sent, with the version it was read in", async () => {
  const { backend, form, save } = await openEdit(raidTonight);
  expect(form.getByRole("textbox", { name: "Message" }).textContent).toBe("Bring healers.");
  await fill(form, "Title", "Raid at nine");
  backend.answers(patchBulletin, { ...raidTonight, title: "Raid at nine", version: 4 });
  await save();
  await screen.findByText("Raid at nine saved");
  expect(backend.callsTo(patchBulletin).map(({ body }) => body)).toEqual([{ title: "Raid at nine", version: 3 }]);
});

test("a bulletin that was not changed is not sent", async () => {
  const { backend, save } = await openEdit(fairDay);
  await save();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(backend.callsTo(patchBulletin)).toEqual([]);
});

test("an expired bulletin is live again without its expiry, published when it was", async () => {
  const { backend, form, save } = await openEdit(oldNews);
  expect(form.queryByRole("option", { name: "Now" })).toBeNull();
  await choose(form, "Expires", "Never");
  backend.answers(patchBulletin, { ...oldNews, state: "live" });
  await save();
  await screen.findByText("Old news saved");
  expect(backend.callsTo(patchBulletin).map(({ body }) => body)).toEqual([{ expires_at: null, version: 3 }]);
});

test("a draft is published by its form", async () => {
  const { backend, form, save } = await openEdit(newRule);
  await choose(form, "Publish", "Now");
  backend.answers(patchBulletin, { ...newRule, state: "live" });
  await save();
  await screen.findByText("New rule saved");
  expect(backend.callsTo(patchBulletin).map(({ body }) => body)).toEqual([
    { publish_at: newRule.created_at, version: 1 },
  ]);
});

test("a live bulletin can be taken back in its form", async () => {
  const { backend, form, save } = await openEdit(raidTonight);
  await choose(form, "Publish", "Withdraw to draft");
  backend.answers(patchBulletin, { ...raidTonight, state: "draft" });
  await save();
  await screen.findByText("Raid tonight saved");
  expect(backend.callsTo(patchBulletin).map(({ body }) => body)).toEqual([{ publish_at: null, version: 3 }]);
});

test("other settings changed elsewhere do not stand in the way", async () => {
  const { backend, form, save } = await openEdit(raidTonight);
  await fill(form, "Title", "My raid");
  const current = { ...raidTonight, pinned: true, version: 9 };
  let tries = 0;
  backend.repliesTo(patchPath(raidTonight), () => {
    tries += 1;
    return tries === 1
      ? Response.json({ error: "conflict", message: "x", current }, { status: 409 })
      : Response.json({ ...current, title: "My raid", version: 10 });
  });
  await save();
  await screen.findByText("My raid saved");
  expect(backend.callsTo(patchBulletin).map(({ body }) => body)).toEqual([
    { title: "My raid", version: 3 },
    { title: "My raid", version: 9 },
  ]);
});

const conflict = (current: Bulletin) =>
  Response.json({ error: "conflict", message: "x", current, changed_by: "Rolf" }, { status: 409 });

test("two who change the same words are asked whose stay", async () => {
  const { backend, form, save } = await openEdit(raidTonight);
  await fill(form, "Title", "My raid");
  await userEvent.click(form.getByRole("checkbox", { name: /^Pin it/ }));
  const current = { ...raidTonight, title: "Their raid", content: "<p>Theirs</p>", version: 9 };
  backend.repliesTo(patchPath(raidTonight), () => conflict(current));
  await save();
  expect(await form.findByText("Changed by Rolf: Their raid")).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: "Take theirs" }));
  expect(form.getByLabelText("Title")).toHaveProperty("value", "Their raid");
  expect(form.getByRole("textbox", { name: "Message" }).textContent).toBe("Theirs");
  expect(form.getByRole("checkbox", { name: /^Pin it/ })).toHaveProperty("checked", true);
  await fill(form, "Title", "My raid");
  backend.repliesTo(patchPath(raidTonight), () => conflict({ ...current, title: "A third", version: 12 }));
  await save();
  await form.findByText("Changed by Rolf: A third");
  backend.repliesTo(patchPath(raidTonight), () => Response.json({ ...current, title: "My raid", version: 13 }));
  await userEvent.click(form.getByRole("button", { name: "Keep mine" }));
  await save();
  await screen.findByText("My raid saved");
  expect(backend.callsTo(patchBulletin).map(({ body }) => body)).toEqual([
    { title: "My raid", pinned: true, version: 3 },
    { title: "My raid", pinned: true, version: 9 },
    { title: "My raid", pinned: true, version: 12 },
  ]);
});

test("two messages and two moments are decided one by one", async () => {
  const { backend, form, save } = await openEdit(fairDay);
  writeMessage(form, "Mine");
  enterMoment(form, "Publish at", "2030-03-01", "20:00");
  const current: Bulletin = { ...fairDay, content: "<p>Theirs</p>", publish_at: null, state: "draft", version: 9 };
  backend.repliesTo(patchPath(fairDay), () => conflict(current));
  await save();
  const message = within(await form.findByRole("group", { name: "Conflict: Message" }));
  expect(message.getByText("Changed by Rolf: Theirs")).toBeTruthy();
  await userEvent.click(message.getByRole("button", { name: "Take theirs" }));
  await waitFor(() => expect(form.getByRole("textbox", { name: "Message" }).textContent).toBe("Theirs"));
  const publish = within(form.getByRole("group", { name: "Conflict: Publish" }));
  expect(publish.getByText("Changed by Rolf: a draft")).toBeTruthy();
  await userEvent.click(publish.getByRole("button", { name: "Keep mine" }));
  backend.repliesTo(patchPath(fairDay), () => Response.json(fairDay));
  await save();
  await screen.findByText("Fair day saved");
  const publish_at = new Date("2030-03-01T20:00").toISOString();
  expect(backend.callsTo(patchBulletin).at(-1)?.body).toEqual({ publish_at, version: 9 });
});

test("what was typed survives closing and a reload, and leaves once it is saved", async () => {
  const first = await openNew();
  await fill(first.form, "Title", "Half a thought");
  writeMessage(first.form, "To be continued");
  await userEvent.click(first.form.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await screen.findByText("Draft kept on this device");
  expect(screen.queryByRole("dialog")).toBeNull();
  first.unmount();
  newPage();
  const { backend, form } = await openNew();
  expect(form.getByText(/Unsaved draft restored/)).toBeTruthy();
  expect(form.getByLabelText("Title")).toHaveProperty("value", "Half a thought");
  expect(form.getByRole("textbox", { name: "Message" }).textContent).toBe("To be continued");
  backend.answers(createBulletin, raidTonight).answers(listBulletins, listOf([raidTonight]));
  await userEvent.click(form.getByRole("button", { name: "Publish bulletin" }));
  await screen.findByText("Raid tonight published");
  await userEvent.click(screen.getByRole("button", { name: "New bulletin" }));
  const fresh = await dialog("New bulletin");
  expect(await fresh.findByLabelText("Title")).toHaveProperty("value", "");
});

test("what was typed over an older bulletin meets the newer one at once", async () => {
  const first = await openEdit(raidTonight);
  await fill(first.form, "Title", "My raid");
  first.unmount();
  const newer = { ...raidTonight, title: "Their raid", version: 5 };
  const { backend, form, save } = await openEdit(newer);
  expect(form.getByLabelText("Title")).toHaveProperty("value", "My raid");
  expect(form.getByText("Changed elsewhere: Their raid")).toBeTruthy();
  await save();
  expect(document.activeElement).toBe(form.getByLabelText("Title"));
  expect(backend.callsTo(patchBulletin)).toEqual([]);
  await userEvent.click(form.getByRole("button", { name: "Discard changes" }));
  const question = await dialog("Discard changes?");
  await userEvent.click(question.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(form.getByLabelText("Title")).toHaveProperty("value", "Their raid"));
  expect(form.queryByRole("button", { name: "Discard changes" })).toBeNull();
});

test("Control and K make a link in the message, and open the palette in every other field", async () => {
  const { form } = await openNew();
  fireEvent.keyDown(form.getByRole("textbox", { name: "Message" }), { key: "k", ctrlKey: true });
  expect(await screen.findByLabelText("Address")).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog", { name: "Find or do anything" })).toBeNull();
  fireEvent.keyDown(form.getByLabelText("Title"), { key: "k", ctrlKey: true });
  expect(await screen.findByRole("dialog", { name: "Find or do anything" })).toBeTruthy();
});

test("whoever is in another clan when a bulletin is published late stays there", async () => {
  const backend = fakeBulletins([raidTonight]).answers(listMyClans, [toCard(nightOwls), toCard(ironwood)]);
  const { form, router } = await openNew(backend);
  await fill(form, "Title", "Raid tonight");
  writeMessage(form, "Bring healers");
  const held = Promise.withResolvers<Response>();
  backend.repliesTo(createPath, () => held.promise);
  await userEvent.click(form.getByRole("button", { name: "Publish bulletin" }));
  await waitFor(() => expect(backend.callsTo(createBulletin)).toHaveLength(1));
  await act(() => router.navigate({ to: "/daily-activity", search: { clan: ironwood.id } }));
  await heading("Daily Activity");
  held.resolve(Response.json(raidTonight));
  await screen.findByText("Raid tonight published");
  expect(router.state.location.pathname).toBe("/daily-activity");
  expect(router.state.location.search).toEqual({ clan: ironwood.id });
});

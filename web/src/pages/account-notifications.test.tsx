import { type ClanNotifications, getMyNotifications, putMyNotifications } from "@clanhall/contract/notifications";
import { getConfig } from "@clanhall/contract/system";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { plainConfig } from "../testing/fake-backend.ts";
import { fakeAccount, openAccount } from "../testing/fake-account.ts";

const none = {
  bulletin: false,
  reminder: false,
  board_ended: false,
  request_decided: false,
  warning: false,
  request: false,
  invite_accepted: false,
  join_request: false,
};
const owls: ClanNotifications = {
  clan_id: "55555555-5555-4555-8555-555555555555",
  clan_name: "Night Owls",
  offered: ["bulletin", "reminder", "board_ended", "invite_accepted"],
  mail: { ...none, bulletin: true },
  discord: { reminder: true },
};
const larks: ClanNotifications = {
  ...owls,
  clan_id: "66666666-6666-4666-8666-666666666666",
  clan_name: "Larks",
  offered: ["bulletin", "board_ended"],
  mail: { ...owls.mail, bulletin: false },
};

function fakeClans(...items: ClanNotifications[]) {
  const { backend } = fakeAccount();
  return backend.answers(getMyNotifications, { items });
}

const groupOf = async (clan: string) => within(await screen.findByRole("group", { name: clan }));

test("each clan has its switches, and only those that are for the person there", async () => {
  fakeClans(owls, larks);
  await openAccount("notifications");
  const switches = (await groupOf("Night Owls")).getAllByRole("switch");
  expect(switches.map((field) => (field as HTMLInputElement).checked)).toEqual([true, false, false, false]);
  const names = (await groupOf("Larks")).getAllByRole("switch").map((field) => field.parentElement?.textContent);
  expect(names).toEqual(["New bulletins", "Scoreboards that end"]);
  expect(screen.getByText(/kara@owls.example/)).toBeTruthy();
});

test("a switch counts with the click", async () => {
  const backend = fakeClans(owls, larks);
  backend.answers(putMyNotifications, { ...larks, mail: { ...larks.mail, board_ended: true } });
  await openAccount("notifications");
  const field = (await groupOf("Larks")).getByRole("switch", { name: "Scoreboards that end" });
  await userEvent.click(field);
  expect(field).toHaveProperty("checked", true);
  await screen.findByText("Saved");
  expect(backend.callsTo(putMyNotifications)[0]?.body).toEqual({ clan_id: larks.clan_id, mail: { board_ended: true } });
  const other = (await groupOf("Night Owls")).getByRole("switch", { name: "Scoreboards that end" });
  expect(other).toHaveProperty("checked", false);
});

test("a switch that cannot be saved goes back and says why", async () => {
  const backend = fakeClans(owls);
  backend.refuses(putMyNotifications, 403);
  await openAccount("notifications");
  const field = (await groupOf("Night Owls")).getByRole("switch", { name: "New bulletins" });
  await userEvent.click(field);
  await screen.findByRole("alert");
  expect(field).toHaveProperty("checked", true);
});

test("being mentioned in Discord is chosen beside the mails, where the site has the app", async () => {
  const backend = fakeClans(larks).answers(getConfig, { ...plainConfig, discord_app: true });
  backend.answers(putMyNotifications, { ...larks, discord: { reminder: false } });
  await openAccount("notifications");
  const group = await groupOf("Larks");
  const mention = await group.findByRole("switch", { name: /^Mention me on Discord/ });
  expect(mention).toHaveProperty("checked", true);
  await userEvent.click(mention);
  await screen.findByText("Saved");
  expect(backend.callsTo(putMyNotifications)[0]?.body).toEqual({
    clan_id: larks.clan_id,
    discord: { reminder: false },
  });
  expect(mention).toHaveProperty("checked", false);
});

test("what is no longer for somebody can still be switched off", async () => {
  const former = { ...larks, mail: { ...larks.mail, invite_accepted: true } };
  const backend = fakeClans(former);
  backend.answers(putMyNotifications, larks);
  await openAccount("notifications");
  const group = await groupOf("Larks");
  await userEvent.click(group.getByRole("switch", { name: "Invites that are accepted" }));
  await waitFor(() => expect(group.queryByRole("switch", { name: "Invites that are accepted" })).toBeNull());
});

test("somebody without a clan reads that there is nothing to choose", async () => {
  fakeClans();
  await openAccount("notifications");
  expect(await screen.findByText(/Join a clan to choose/)).toBeTruthy();
});

test("what could not be loaded can be asked for again", async () => {
  const backend = fakeClans();
  backend.refuses(getMyNotifications, 403);
  await openAccount("notifications");
  const again = await screen.findByRole("button", { name: "Try again" });
  backend.answers(getMyNotifications, { items: [owls] });
  await userEvent.click(again);
  expect(await groupOf("Night Owls")).toBeTruthy();
});

test("a switch that is saved stays, and one before it that failed is taken back and says why", async () => {
  const backend = fakeClans(owls);
  await openAccount("notifications");
  const group = await groupOf("Night Owls");
  const [bulletins, boards] = ["New bulletins", "Scoreboards that end"].map((name) =>
    group.getByRole("switch", { name }),
  );
  const late = Promise.withResolvers<Response>();
  backend.repliesTo("PUT /api/me/notifications", () => late.promise);
  await userEvent.click(bulletins as HTMLElement);
  await userEvent.click(boards as HTMLElement);
  expect([bulletins, boards]).toMatchObject([{ checked: false }, { checked: true }]);
  expect(backend.callsTo(putMyNotifications)).toHaveLength(1);
  const saved = { ...owls, mail: { ...owls.mail, board_ended: true } };
  backend.answers(putMyNotifications, saved);
  late.resolve(Response.json({ error: "rate_limited", message: "Wait a minute." }, { status: 429 }));
  await screen.findByText("Saved");
  expect(screen.getByText("Wait a minute.").getAttribute("role")).toBe("alert");
  expect([bulletins, boards]).toMatchObject([{ checked: true }, { checked: true }]);
  expect(backend.callsTo(putMyNotifications)).toHaveLength(2);
  expect(backend.callsTo(getMyNotifications)).toHaveLength(2);
});

test("a switch that is pressed twice at once never goes back and forth", async () => {
  const backend = fakeClans(owls);
  await openAccount("notifications");
  const field = (await groupOf("Night Owls")).getByRole<HTMLInputElement>("switch", { name: "New bulletins" });
  const [first, second] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const replies = [first.promise, second.promise];
  backend.repliesTo("PUT /api/me/notifications", () => replies.shift() ?? Response.error());
  await userEvent.click(field);
  await userEvent.click(field);
  first.resolve(Response.json({ ...owls, mail: { ...owls.mail, bulletin: false } }));
  await waitFor(() => expect(backend.callsTo(putMyNotifications)).toHaveLength(2));
  expect(field.checked).toBe(true);
  second.resolve(Response.json(owls));
  await screen.findByText("Saved");
  expect(field.checked).toBe(true);
});

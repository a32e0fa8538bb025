import { getMyClanSettings, type PublicName, putMyClanSettings } from "@clanhall/contract/account";
import { leaveClan } from "@clanhall/contract/clans";
import { listMyLinkedMembers } from "@clanhall/contract/members";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { fakeAccount, openAccount } from "../testing/fake-account.ts";
import { idOf } from "../testing/fake-invites.ts";

const player = (number: number, name: string, clan: string, more: object = {}) => ({
  id: idOf(number),
  clan_id: idOf(number + 10),
  name,
  tint: 1,
  role: "member" as const,
  status: "active" as const,
  user_id: idOf(50),
  joined_at: "2026-01-01T00:00:00.000Z",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  clan: { id: idOf(number + 10), name: clan },
  ...more,
});

const settings = (public_name: PublicName | null, version: number) => ({
  public_name,
  first_steps_hidden: false,
  row_sort: "name" as const,
  row_order: [],
  version,
});

function fakePlayers(...players: ReturnType<typeof player>[]) {
  const { backend } = fakeAccount();
  return backend.answers(listMyLinkedMembers, players).answers(getMyClanSettings, settings(null, 4));
}

const nameField = (clan: string) => screen.findByLabelText(`My name on public boards of ${clan}`);

test("each player stands with clan and role", async () => {
  fakePlayers(player(1, "Kara", "Night Owls", { role: "maintainer" }), player(2, "Karo", "Day Larks"));
  await openAccount("players");
  const card = within(await screen.findByRole("region", { name: "My players" }));
  const rows = await card.findAllByRole("listitem");
  expect(rows[0]?.textContent).toMatch(/^Kara maintainerNight Owls/);
  expect(rows[1]?.textContent).toMatch(/^Karo memberDay Larks/);
});

test("whoever has none is told how to get one", async () => {
  fakePlayers();
  await openAccount("players");
  await screen.findByText(/You have no player yet/);
  expect(screen.getByRole("link", { name: "Create a clan" }).getAttribute("href")).toBe("/clanmanagement?create=clan");
});

test("players that cannot be loaded can be asked for again", async () => {
  const backend = fakePlayers(player(1, "Kara", "Night Owls"));
  backend.refuses(listMyLinkedMembers, 429);
  await openAccount("players");
  await screen.findByText(/Your players could not be loaded/);
  backend.answers(listMyLinkedMembers, [player(1, "Kara", "Night Owls")]);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await nameField("Night Owls")).toBeTruthy();
});

test("the name on a clan's boards is saved with the choice", async () => {
  const backend = fakePlayers(player(1, "Kara", "Night Owls"));
  backend.answers(putMyClanSettings, settings("hidden", 5));
  await openAccount("players");
  const field = await nameField("Night Owls");
  backend.answers(getMyClanSettings, settings("hidden", 5));
  await userEvent.selectOptions(field, "No name");
  await screen.findByText("Saved");
  expect(backend.callsTo(putMyClanSettings)[0]?.body).toEqual({ public_name: "hidden", version: 4 });
  expect(await nameField("Night Owls")).toHaveProperty("value", "hidden");
});

test("a choice made on old ground is put before the person, who decides", async () => {
  const backend = fakePlayers(player(1, "Kara", "Night Owls"));
  backend.refuses(putMyClanSettings, 409);
  await openAccount("players");
  const field = await nameField("Night Owls");
  backend.answers(getMyClanSettings, settings("alias", 7));
  await userEvent.selectOptions(field, "No name");
  const notice = await screen.findByRole("group", { name: /^Conflict/ });
  expect(notice.textContent).toContain("My alias, if I have one");
  expect(field).toHaveProperty("value", "alias");
  backend.answers(putMyClanSettings, settings("hidden", 8));
  await userEvent.click(within(notice).getByRole("button", { name: "Keep mine" }));
  await screen.findByText("Saved");
  expect(backend.callsTo(putMyClanSettings).at(-1)?.body).toEqual({ public_name: "hidden", version: 7 });
});

test("a choice that cannot be saved is taken back and says why", async () => {
  const backend = fakePlayers(player(1, "Kara", "Night Owls"));
  backend.refuses(putMyClanSettings, 403);
  await openAccount("players");
  await userEvent.selectOptions(await nameField("Night Owls"), "No name");
  await screen.findByRole("alert");
  expect(await nameField("Night Owls")).toHaveProperty("value", "");
});

test("leaving a clan asks first and then takes the player off the list", async () => {
  const backend = fakePlayers(player(1, "Kara", "Night Owls"));
  backend.answers(leaveClan, {});
  await openAccount("players");
  await userEvent.click(await screen.findByRole("button", { name: "Leave Night Owls" }));
  const asked = within(await screen.findByRole("dialog", { name: "Leave Night Owls?" }));
  expect(backend.callsTo(leaveClan)).toEqual([]);
  backend.answers(listMyLinkedMembers, []);
  await userEvent.click(asked.getByRole("button", { name: "Leave" }));
  await screen.findByText(/You have no player yet/);
  expect(backend.callsTo(leaveClan)).toHaveLength(1);
});

test("an owner cannot leave and is shown the way to hand the clan over", async () => {
  fakePlayers(player(1, "Kara", "Night Owls", { role: "owner" }));
  await openAccount("players");
  expect(await screen.findByRole("button", { name: "Leave Night Owls" })).toHaveProperty("disabled", true);
  const way = screen.getByRole("link", { name: "Hand the clan over first" });
  expect(way.getAttribute("href")).toBe(`/clan-admin/${idOf(11)}?tab=danger`);
});

test("a clan in which the player is not active is closed, and can be left", async () => {
  const backend = fakePlayers(player(1, "Kara", "Night Owls", { status: "inactive" }));
  await openAccount("players");
  await screen.findByText(/You are not active in this clan/);
  await waitFor(() => expect(backend.callsTo(getMyClanSettings)).toEqual([]));
  backend.answers(leaveClan, {});
  await userEvent.click(screen.getByRole("button", { name: "Leave Night Owls" }));
  const asked = within(await screen.findByRole("dialog", { name: "Leave Night Owls?" }));
  expect(asked.queryByText(/You lose access/)).toBeNull();
  backend.answers(listMyLinkedMembers, []);
  await userEvent.click(asked.getByRole("button", { name: "Leave" }));
  await screen.findByText(/You have no player yet/);
});

import {
  type ClanDiscord,
  createPersonCode,
  createRoleRule,
  createServerCode,
  deleteRoleRule,
  type DiscordRoleRule,
  getClanDiscord,
  getMyDiscord,
  listDiscordRoles,
} from "@clanhall/contract/discord";
import { getConfig } from "@clanhall/contract/system";
import { listMyLinkedMembers } from "@clanhall/contract/members";
import { listTokens } from "@clanhall/contract/tokens";
import { listWebhooks } from "@clanhall/contract/webhooks";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { plainConfig } from "../testing/fake-backend.ts";
import { fakeClans, nightOwls, openAsKara } from "../testing/fake-clans.ts";
import { userEvent } from "../testing/user-event.ts";

const off: ClanDiscord = {
  is_configured: false,
  install_url: null,
  install_url_with_roles: null,
  rules: [],
  channels: [],
  linked: { linked: 0, players: 48 },
  checks: [
    { key: "app", state: "open", text: "This server has no Discord app yet.", repair: "Ask whoever runs this server." },
  ],
};

function open(discord: ClanDiscord, role: "owner" | "maintainer" = "owner") {
  const backend = fakeClans({ ...nightOwls, role })
    .answers(listTokens, { items: [] })
    .answers(listWebhooks, { items: [] })
    .answers(getClanDiscord, discord);
  openAsKara(`/clan-admin/${nightOwls.id}?tab=integrations`);
  return backend;
}

test("without the app the card says whom to ask", async () => {
  open(off);
  const list = within(await screen.findByRole("list", { name: "Discord check list" }));
  expect(list.getByText("Ask whoever runs this server.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Connect a Discord server" })).toBeNull();
});

test("a message to post comes with a button that copies it", async () => {
  const post = "Open Clanhall, Account → My players, get a code, and send /link here.";
  const check = {
    key: "linked",
    state: "open",
    text: "31 of 48 players are linked.",
    repair: "Post this:",
    post,
  } as const;
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  open({ ...off, is_configured: true, checks: [check] });
  const list = within(await screen.findByRole("list", { name: "Discord check list" }));
  expect(list.getByText(`“${post}”`)).toBeTruthy();
  await userEvent.click(list.getByRole("button", { name: "Copy the message" }));
  expect(writeText).toHaveBeenCalledWith(post);
});

test("an owner gets the link that adds the bot and a code to type", async () => {
  const backend = open({ ...off, is_configured: true });
  const install_url = "https://discord.com/oauth2/authorize?client_id=1";
  backend.answers(createServerCode, { code: "S-AB12-CD34", install_url, expires_at: new Date().toISOString() });
  await userEvent.click(await screen.findByRole("button", { name: "Connect a Discord server" }));
  expect(await screen.findByText("/link code:S-AB12-CD34")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Add the bot to your server" })).toHaveProperty("href", install_url);
});

test("a maintainer reads the list and connects nothing", async () => {
  open({ ...off, is_configured: true }, "maintainer");
  await screen.findByRole("list", { name: "Discord check list" });
  expect(screen.queryByRole("button", { name: "Connect a Discord server" })).toBeNull();
});

test("a player gets a code for their own account", async () => {
  fakeClans(nightOwls)
    .answers(getConfig, { ...plainConfig, discord_app: true })
    .answers(listMyLinkedMembers, [])
    .answers(getMyDiscord, { is_configured: true, link: null })
    .answers(createPersonCode, { code: "P-AB12-CD34", expires_at: new Date().toISOString() });
  openAsKara("/account?tab=players");
  await userEvent.click(await screen.findByRole("button", { name: "Get a code" }));
  expect(await screen.findByText("/link code:P-AB12-CD34")).toBeTruthy();
});

const raider: DiscordRoleRule = {
  id: "99999999-0000-4000-8000-000000000001",
  guild_id: "1",
  role_id: "2",
  role_name: "Raider",
  rule: { kind: "group", group: "Raid" },
  server: "Owl Tower",
  label: "Group Raid",
  given: 3,
  problem: null,
  version: 4,
};

test("an owner gives a Discord role to a group, reads what stands in the way, and takes it back", async () => {
  const problem = "The bot needs Manage Roles, and its own role must be above this one.";
  const backend = open({ ...off, is_configured: true, rules: [{ ...raider, problem }] })
    .answers(listDiscordRoles, {
      items: [{ guild_id: "1", name: "Owl Tower", roles: [{ id: "2", name: "Raider" }], problem: null }],
    })
    .answers(createRoleRule, raider)
    .answers(deleteRoleRule, {});
  const card = within(await screen.findByRole("region", { name: "Discord roles" }));
  expect(card.getByText(problem)).toBeTruthy();
  expect(card.getByText("Owl Tower · Given to 3 players")).toBeTruthy();
  await userEvent.click(card.getByRole("button", { name: "Give a role" }));
  const form = within(await screen.findByRole("dialog", { name: "Give a Discord role" }));
  await userEvent.click(form.getByRole("button", { name: "Add rule" }));
  expect(form.getByText("Choose one of the list.")).toBeTruthy();
  expect(form.getByText("Roles below the bot’s own without server admin rights.")).toBeTruthy();
  await userEvent.selectOptions(await form.findByLabelText(/^Discord role/), await form.findByText("Raider"));
  await userEvent.selectOptions(form.getByLabelText("Given to"), "A role in the clan");
  await userEvent.click(form.getByRole("button", { name: "Add rule" }));
  const rule = { kind: "clan_role", role: "maintainer" };
  await waitFor(() => expect(backend.callsTo(createRoleRule)[0]?.body).toEqual({ guild_id: "1", role_id: "2", rule }));
  await userEvent.click(card.getByRole("button", { name: "Delete the rule for Raider" }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete rule" }));
  await waitFor(() => expect(backend.callsTo(deleteRoleRule)[0]?.body).toEqual({ version: 4 }));
});

test("a maintainer reads the roles and changes none", async () => {
  open({ ...off, is_configured: true, rules: [raider] }, "maintainer");
  await screen.findByRole("region", { name: "Discord roles" });
  expect(screen.queryByRole("button", { name: "Give a role" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Edit the rule for Raider" })).toBeNull();
});

import type { Clan } from "@clanhall/contract/clans";
import { type ApiToken, createToken, deleteToken, listTokens } from "@clanhall/contract/tokens";
import { listWebhooks } from "@clanhall/contract/webhooks";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { fakeClans, nightOwls, openAsKara } from "../testing/fake-clans.ts";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();

const bot: ApiToken = {
  id: "dddddddd-dddd-4ddd-8ddd-dddddddddddd",
  name: "Discord bot",
  scopes: ["entries:write", "scoreboards:read"],
  last_four: "ab12",
  created_by_name: "Kara",
  created_at: inDays(-60),
  expires_at: inDays(20),
  last_used_at: inDays(-2),
};
const sheet: ApiToken = {
  ...bot,
  id: "eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee",
  name: "Sheet",
  scopes: ["entries:read"],
  last_four: "zz99",
  expires_at: inDays(-4),
  last_used_at: null,
};

function openTokens(items: ApiToken[], clan: Partial<Clan> = {}) {
  const backend = fakeClans({ ...nightOwls, ...clan })
    .answers(listWebhooks, { items: [] })
    .answers(listTokens, { items });
  const opened = openAsKara(`/clan-admin/${nightOwls.id}?tab=integrations`);
  return { backend, ...opened };
}

const click = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

test("each token tells what it may do, who made it, when it was used and how long it works", async () => {
  openTokens([bot, sheet, { ...sheet, id: bot.id.replace("d", "f"), name: "Script", expires_at: null }]);
  const list = within(await screen.findByRole("list", { name: "API tokens" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Discord bot …ab12Enter values · Read scoreboardsCreated by Kara · last used yesterday · expires in 20 daysDelete Discord bot",
    "Sheet …zz99Read valuesCreated by Kara · never used · expired 3 days agoDelete Sheet",
    "Script …zz99Read valuesCreated by Kara · never used · never expiresDelete Script",
  ]);
});

test("the first token: what it is for, a form that checks itself, and the token shown once", async () => {
  const { backend, queries } = openTokens([]);
  await screen.findByText(/No tokens yet/);
  expect(screen.getByText(/curl -X PUT/).textContent).toContain(`/api/clans/${nightOwls.id}/entries`);
  expect(screen.getByRole("link", { name: "All calls, with more examples" }).getAttribute("href")).toBe(
    "/api/docs#bots",
  );

  await click("Create a token");
  const form = await dialog("Create a token");
  await click("Create token");
  expect(form.getByText("Choose what the token may do.")).toBeTruthy();
  expect(form.getByLabelText("Name").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(form.getByLabelText("Name"));
  expect(backend.callsTo(createToken)).toEqual([]);

  await userEvent.insert(form.getByLabelText("Name"), "Discord bot");
  await userEvent.click(form.getByRole("checkbox", { name: /Read scoreboards/ }));
  await userEvent.click(form.getByRole("checkbox", { name: /Enter values/ }));
  await userEvent.selectOptions(form.getByLabelText("Works for"), "No end");
  backend.answers(createToken, { ...bot, token: "clh_once" }).answers(listTokens, { items: [bot] });
  await click("Create token");
  const made = await dialog("The token for Discord bot");
  expect(made.getByText("clh_once")).toBeTruthy();
  expect(made.queryByRole("button", { name: "Close" })).toBeNull();
  expect(backend.callsTo(createToken)[0]?.body).toEqual({
    name: "Discord bot",
    scopes: ["entries:write", "scoreboards:read"],
    expires_in_days: null,
  });
  await userEvent.click(made.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe("clh_once");
  await click("I have copied it");
  await screen.findByRole("list", { name: "API tokens" });
  expect(document.body.textContent).not.toContain("clh_once");
  await waitFor(() =>
    expect(
      queries
        .getMutationCache()
        .getAll()
        .map(({ state }) => state.data),
    ).not.toContainEqual(expect.objectContaining({ token: "clh_once" })),
  );
});

test("a clan that has as many as it can is told so, and what was typed stays", async () => {
  const { backend } = openTokens([bot]);
  const message = "A clan can have at most 20 API tokens. Delete one first.";
  backend.repliesTo(`POST /api/clans/${nightOwls.id}/tokens`, () =>
    Response.json({ error: "conflict", message }, { status: 409 }),
  );
  await click("Create a token");
  const form = await dialog("Create a token");
  await userEvent.type(form.getByLabelText("Name"), "One more");
  await userEvent.click(form.getByRole("checkbox", { name: /Read values/ }));
  await click("Create token");
  expect(await form.findByText(message)).toBeTruthy();
  expect(form.getByLabelText("Name")).toHaveProperty("value", "One more");
});

test("a token is deleted after a question that names it", async () => {
  const { backend } = openTokens([bot, sheet]);
  await click("Delete Sheet");
  const question = await dialog("Delete Sheet?");
  expect(question.getByText(/ends in zz99/)).toBeTruthy();
  backend.answers(deleteToken, {}).answers(listTokens, { items: [bot] });
  await userEvent.click(question.getByRole("button", { name: "Delete token" }));
  await waitFor(() => expect(screen.queryByText("Sheet")).toBeNull());
  expect(backend.callsTo(deleteToken).map(({ call }) => call)).toEqual([
    `DELETE /api/clans/${nightOwls.id}/tokens/${sheet.id}`,
  ]);
});

test("a maintainer sees the tokens and changes none", async () => {
  openTokens([bot], { role: "maintainer" });
  await screen.findByText("Discord bot");
  expect(screen.queryByRole("button", { name: "Create a token" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Delete Discord bot" })).toBeNull();
});

test("the owner of an archived clan deletes tokens and makes none", async () => {
  const { backend } = openTokens([bot], { archived_at: "2026-01-01T00:00:00.000Z" });
  await click("Delete Discord bot");
  expect(screen.queryByRole("button", { name: "Create a token" })).toBeNull();
  const question = await dialog("Delete Discord bot?");
  backend.answers(deleteToken, {}).answers(listTokens, { items: [] });
  await userEvent.click(question.getByRole("button", { name: "Delete token" }));
  await screen.findByText(/No tokens yet/);
  expect(backend.callsTo(deleteToken)).toHaveLength(1);
});

test("tokens that do not load can be asked for again", async () => {
  const { backend } = openTokens([]);
  backend.refuses(listTokens, 403);
  expect((await screen.findByRole("alert")).textContent).toContain("The tokens could not be loaded.");
  backend.answers(listTokens, { items: [bot] });
  await click("Try again");
  await screen.findByRole("list", { name: "API tokens" });
});

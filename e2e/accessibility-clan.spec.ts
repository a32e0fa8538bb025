import { expect } from "./fixtures.ts";
import {
  choose,
  click,
  close,
  dialog,
  expectFocusInSight,
  go,
  magnify,
  resize,
  test,
  title,
} from "./helpers/accessibility.ts";
import { boardsOf } from "./helpers/boards.ts";
import { cellOf, chooseActivity, chooseInRow, dayOf, fieldOf } from "./helpers/day-screen.ts";
import { addCountingClan, daysAgo, enter } from "./helpers/entries.ts";
import { addClan, addPerson, callAs, openAs, otherCode } from "./helpers/people.ts";

test("clan admin", async ({ page, rich, analyze }) => {
  const { owner, clan, maintainer } = rich;
  await openAs(page, owner, `/clan-admin/${clan.id}`);
  for (const [tab, region] of [
    ["overview", "Overview"],
    ["details", "Details"],
    ["day", "When the day begins"],
    ["permissions", "Permissions"],
    ["audit", "Audit log"],
    ["data", "Export"],
    ["danger", "Transfer the clan"],
    ["integrations", "Discord"],
  ] as const) {
    await go(page, `/clan-admin/${clan.id}?tab=${tab}`);
    await analyze(page.getByRole("region", { name: region }));
  }
  await click(page, "Add a webhook");
  await dialog(page).getByRole("button", { name: "Add webhook" }).click();
  await analyze(dialog(page).getByText("Choose at least one event."));
  await close(page);
  await click(page, "Log News");
  await analyze(dialog(page, "Log of News"));
  await close(page);
  await click(page, "Delete News");
  await analyze(dialog(page, "Delete News?"));
  await close(page);
  await click(page, "Create a token");
  await dialog(page).getByRole("button", { name: "Create token" }).click();
  await analyze(dialog(page).getByText("Choose what the token may do."));
  await openAs(page, maintainer, `/clan-admin/${clan.id}?tab=integrations`);
  await analyze(page.getByRole("button", { name: "Log News" }));
});

test("clan home", async ({ page, rich, analyze }) => {
  const { owner, member, clan, emptyClan } = rich;
  await openAs(page, owner, `/clan/${clan.id}`);
  await analyze(page.getByRole("region", { name: "This week" }));
  await page.getByText("Data table").click();
  await analyze(page.getByRole("table", { name: "Values by day" }));
  await go(page, `/clan/${emptyClan.id}`);
  await analyze(page.getByRole("region", { name: "First steps in Herons of Dusk" }));
  await openAs(page, member, `/clan/${clan.id}`);
  await analyze(page.getByRole("list", { name: "Still due today" }));
});

test("palette and keys", async ({ page, rich, analyze }) => {
  await openAs(page, rich.owner, `/clan/${rich.clan.id}`);
  await click(page, "Find or do anything");
  const field = page.getByRole("combobox", { name: "Find or do anything" });
  await analyze(page.getByRole("option", { name: "History" }));
  await field.fill("as");
  await analyze(page.getByRole("option", { name: /^Ash/ }));
  await click(page, "? all keys");
  await analyze(dialog(page, "Keys"));
});

test("players", async ({ page, rich, analyze }) => {
  await openAs(page, rich.member, `/manage-players?clan=${rich.clan.id}`);
  await analyze(page.getByText("9 players"));
  await openAs(page, rich.owner, `/manage-players?clan=${rich.clan.id}`);
  await page.getByRole("checkbox", { name: "Select Ash" }).check();
  await page.getByRole("checkbox", { name: "Select Bram" }).check();
  await analyze(page.getByRole("button", { name: "Inactivate" }));
  await click(page, "Inactivate");
  await analyze(dialog(page, "Inactivate 2 players?"));
  await close(page);
  await click(page, "Columns");
  await analyze(page.getByRole("checkbox", { name: "Joined" }), "where it is");
  await page.keyboard.press("Escape");
  await click(page, "Actions for Ash");
  await analyze(page.getByRole("menuitem", { name: "Edit" }), "where it is");
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await dialog(page).getByRole("button", { name: "Add an away period" }).click();
  await analyze(dialog(page).getByLabel("First day"));
  await page.goto(`/manage-players?clan=${rich.clan.id}`);
  await choose(page, "Ash", "Timeline");
  await analyze(dialog(page, "Timeline of Ash").getByRole("listitem"));
  await close(page);
  await choose(page, "Ash", "Merge with another row");
  await dialog(page).getByRole("combobox", { name: "Row to remove" }).fill("gorm");
  await dialog(page).getByRole("option", { name: "Gorm" }).click();
  await analyze(dialog(page).getByRole("region", { name: "After the merge" }));
  await go(page, `/manage-players?clan=${rich.clan.id}&q=nobody`);
  await analyze(page.getByRole("heading", { name: "Nothing matches" }));
  await go(page, `/player/${rich.players.Ash}`);
  await analyze(page.getByRole("region", { name: "Timeline" }));
  await page.getByRole("button", { name: /^Met, 30 days/ }).click();
  await analyze(dialog(page, "Met in 30 days").getByRole("listitem"), "where it is");
});

test("what is decided about players", async ({ page, rich, analyze }) => {
  await openAs(page, rich.owner, `/player/${rich.players.Ash}`);
  for (const [action, name] of [
    ["Warn…", "Warn Ash"],
    ["Note…", "Note about Ash"],
    ["Add time away", "Ash is away"],
  ] as const) {
    await click(page, action);
    await analyze(dialog(page, name));
    await close(page);
  }
  await callAs(page, rich.owner, `/clans/${rich.clan.id}/members/${rich.players.Corvin}/warnings`, {
    data: { message: "Please catch up" },
  });
  await openAs(page, rich.member, `/player/${rich.players.Corvin}`);
  await analyze(page.getByText("Kara warned you on"));
  await page
    .getByRole("button", { name: /missing$/ })
    .last()
    .click();
  await page.getByRole("button", { name: /^Donations ?missing/ }).click();
  await click(page, "This is wrong…");
  await analyze(dialog(page, "This is wrong"));
  await openAs(page, rich.owner, `/player/${rich.players.Corvin}`);
  const data = { kind: "away", from: daysAgo(1), to: daysAgo(0), reason: "Exams" };
  await callAs(page, rich.member, `/clans/${rich.clan.id}/requests`, { data });
  await go(page, `/manage-players?clan=${rich.clan.id}&view=requests`);
  await analyze(page.getByRole("button", { name: /^Accept/ }));
  await go(page, `/manage-players?clan=${rich.clan.id}&view=attention`);
  await page
    .getByRole("button", { name: /^More about/ })
    .first()
    .click();
  await analyze(page.getByRole("heading", { name: "So far" }));
  await click(page, "Change rules");
  await analyze(dialog(page, "Attention rules"));
});

test("activities", async ({ page, rich, analyze }) => {
  const path = `/customize-activities?clan=${rich.clan.id}`;
  const more = async (action: string) => {
    await click(page, "More for activities");
    await page.getByRole("menuitem", { name: action }).click();
  };
  await openAs(page, rich.owner, `/customize-activities?clan=${rich.emptyClan.id}`);
  await analyze(page.getByRole("heading", { name: "No activities yet" }));
  await click(page, "Apply a game’s template");
  await analyze(dialog(page).getByLabel("Game"));
  await go(page, path);
  await analyze(page.getByRole("button", { name: "Make active again Old quest" }));
  await click(page, "Add activity");
  await dialog(page).getByLabel("Points per unit").fill("two");
  await dialog(page).getByRole("button", { name: "Add activity" }).click();
  await analyze(dialog(page).getByText("Check the fields marked above."));
  await page.goto(path);
  await choose(page, "Donations", "Re-score");
  await analyze(dialog(page, "Re-score Donations").getByText("Nothing to change"));
  await close(page);
  await more("Bin");
  await analyze(dialog(page).getByText("30 days left"));
  await close(page);
  await more("Copy from another clan");
  await analyze(dialog(page, "Copy from another clan").getByLabel("From"));
  await close(page);
  await more("Import file");
  await analyze(dialog(page).getByLabel("A file made with Export file"));
});

test("a day in the grid", async ({ page, rich, analyze }) => {
  await openAs(page, rich.owner, dayOf(rich));
  await cellOf(page, "Ash", "Gold").click();
  await analyze(page.getByText("3 of 36 values"), "where it is");
  await page.keyboard.type("many");
  await page.keyboard.press("Enter");
  await analyze(page.getByRole("group", { name: "About this cell" }), "where it is");
  await page.keyboard.press("Escape");
  await click(page, "Column War hit");
  await page.getByRole("menuitem", { name: "Set column…" }).click();
  await analyze(dialog(page, "Set War hit"), "where it is");
  await close(page);
  await cellOf(page, "Ash", "Donations").click();
  await page.keyboard.press("Alt+Enter");
  await analyze(dialog(page, "Ash: Donations").getByText(/by Kara/), "where it is");
});

test("a day on a phone", async ({ page, rich, analyze }) => {
  await resize(page, "phone");
  await openAs(page, rich.owner, dayOf(rich));
  await chooseActivity(page, "War hit");
  await analyze(page.getByRole("group", { name: "Ash, War hit" }));
  await chooseActivity(page, "Donations");
  await fieldOf(page, "Gorm", "Donations").fill("many");
  await page.keyboard.press("Enter");
  await analyze(page.getByRole("alert").filter({ hasText: "Enter a whole number" }));
  await chooseInRow(page, "Ash, Donations", "Details");
  await analyze(dialog(page, "Ash: Donations").getByText(/by Kara/));
});

test("days that are locked, to come and one's own", async ({ page, rich, analyze }) => {
  await openAs(page, rich.maintainer, dayOf(rich, daysAgo(3)));
  await analyze(page.getByText("This day is locked and can no longer be changed."));
  await openAs(page, rich.owner, dayOf(rich, daysAgo(3)));
  await click(page, "Edit this day");
  await analyze(page.getByLabel("Reason"));
  await click(page, "More for this day");
  await page.getByRole("menuitem", { name: "Reopen this day for 24 h" }).click();
  await analyze(dialog(page, /^Reopen/));
  await go(page, dayOf(rich, daysAgo(-1)));
  await analyze(page.getByRole("heading", { name: "Not started yet" }));
  await openAs(page, rich.member, dayOf(rich));
  await analyze(page.getByText("3 of 36 values"));
  const outsider = await addPerson(page);
  await addClan(page, outsider, "Foxes");
  await openAs(page, outsider, dayOf(rich));
  await analyze(page.getByRole("alert").filter({ hasText: "Not found." }));
});

test("an import of values", async ({ page, rich, analyze }) => {
  await openAs(page, rich.owner, dayOf(rich));
  await click(page, "Import");
  await page.getByRole("menuitem", { name: "Import values" }).click();
  await analyze(dialog(page, /^Import values/).getByLabel("Values"));
  const lines = ["date,player,activity,value", `${daysAgo(1)},Ash,Donations,100`, `${daysAgo(1)},Brom,Donations,200`];
  await dialog(page)
    .getByLabel("Values")
    .fill([...lines, `${daysAgo(1)},Ash,Fishing,3`].join("\n"));
  await dialog(page).getByRole("button", { name: "Next" }).click();
  await analyze(dialog(page).getByLabel("The file has"));
  await dialog(page).getByRole("button", { name: "Check the file" }).click();
  await analyze(dialog(page).getByRole("list", { name: "What the file would do" }));
});

test("history", async ({ page, rich, analyze }) => {
  const path = `/activity-history?clan=${rich.clan.id}`;
  await openAs(page, rich.owner, path);
  const value = page.getByRole("button", { name: /^Ash, Donations, .*: 120$/ });
  await analyze(value);
  await value.click();
  await analyze(dialog(page, "Ash: Donations").getByRole("button", { name: "Restore 100" }));
  await close(page);
  await click(page, "How this is calculated");
  await analyze(dialog(page, /^Totals of/).getByRole("row"));
  for (const [view, sign] of [
    ["matrix", page.getByRole("region", { name: "Players by period" })],
    ["compliance", page.getByRole("list", { name: "Players, worst first" })],
    ["calendar", page.getByRole("link", { name: /of \d met/ })],
    ["trends", page.getByText("Data table")],
    ["changes", page.getByRole("list", { name: "Changes, the latest first" })],
  ] as const) {
    await go(page, `${path}&view=${view}`);
    await analyze(sign);
  }
});

test("scoreboards", async ({ page, rich, analyze }) => {
  const { owner, member, boards } = rich;
  const path = boardsOf(rich);
  await openAs(page, member, path);
  await analyze(page.getByRole("link", { name: "Week race" }));
  const counting = await addCountingClan(page, ["Ash"], [{ name: "Donations" }]);
  await openAs(page, counting.owner, boardsOf(counting));
  await analyze(page.getByRole("heading", { name: "Make your first scoreboard" }));
  await go(page, `${boardsOf(counting)}&view=seasons`);
  await page.getByRole("button", { name: "New season" }).click();
  await analyze(dialog(page, "New season").getByLabel("First day"));
  const seasons = `/clans/${counting.clan.id}/seasons`;
  const days = { from: daysAgo(1), to: daysAgo(0) };
  const autumn = await callAs<{ id: string }>(page, counting.owner, seasons, { data: { name: "Autumn", ...days } });
  await enter(page, counting, daysAgo(0), { Ash: { Donations: 5 } });
  await callAs(page, counting.owner, `${seasons}/${autumn.id}/end`, { data: {} });
  await page.goto(`${boardsOf(counting)}&view=seasons`);
  await analyze(page.getByRole("list", { name: "Awards of Autumn" }));
  await openAs(page, owner, path);
  await analyze(page.getByText("Ended", { exact: true }));
  await choose(page, "Week race", "End now");
  await analyze(dialog(page, "End Week race?"));
  await go(page, `${path}&board=${boards.shared.id}`);
  await analyze(page.getByRole("button", { name: /how Ash scored/ }));
  await page.getByRole("button", { name: /how Ash scored/ }).click();
  await analyze(dialog(page, "How Ash scored").getByRole("table"));
  await go(page, `${path}&board=${boards.shared.id}&show=share`);
  await dialog(page).getByLabel("Passcode").fill("owl");
  await dialog(page).getByRole("button", { name: "Set passcode" }).click();
  await dialog(page).getByText("Show it on your own site").click();
  await analyze(dialog(page).getByText("A passcode has at least 6 characters."));
  await dialog(page).getByRole("switch", { name: "Public link" }).click();
  await analyze(dialog(page).getByRole("group", { name: "Disable the link" }));
  await page.goto(`${path}&new=1`);
  await dialog(page).getByRole("switch", { name: "Public link" }).click();
  await dialog(page).getByRole("button", { name: "Create and copy link" }).click();
  await analyze(dialog(page).getByText("Check the fields marked above."));
  await page.goto(`${path}&show=bin`);
  await analyze(dialog(page, "Bin").getByText("Binned race"));
});

test("bulletins", async ({ page, rich, analyze }) => {
  const { clan, emptyClan, owner, member, bulletins } = rich;
  const path = `/bulletins?clan=${clan.id}`;
  await openAs(page, member, path);
  await analyze(page.getByRole("link", { name: "Raid at eight" }));
  await openAs(page, owner, `/bulletins?clan=${emptyClan.id}`);
  await analyze(page.getByRole("heading", { name: "Write your first bulletin" }));
  await go(page, path);
  await analyze(page.getByRole("link", { name: "Later" }));
  for (const [search, name] of [
    [`&bulletin=${bulletins.read.id}`, "Raid at eight"],
    [`&bulletin=${bulletins.read.id}&show=history`, "History of Raid at eight"],
    [`&bulletin=${bulletins.read.id}&show=seen`, "Who has seen Raid at eight"],
    [`&bulletin=${bulletins.draft.id}&show=edit`, "Edit Later"],
    ["&show=bin", "Bin"],
    ["&new=1", "New bulletin"],
  ] as const) {
    await go(page, path + search);
    await analyze(dialog(page, name).getByRole("button", { name: /Close|Cancel/ }));
  }
  const tools = dialog(page).getByRole("toolbar", { name: "Text tools" }).getByRole("button");
  await expect(tools).toHaveCount(15);
  await resize(page, "phone");
  for (const tool of await tools.all()) {
    const box = await tool.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  await resize(page, "wide");
  await click(page, "Publish bulletin");
  await analyze(dialog(page).getByText("Check the fields marked above."));
  await click(page, "Link");
  await dialog(page, "Add a link").getByRole("button", { name: "Add link" }).click();
  await analyze(dialog(page, "Add a link").getByText(/^Enter an address/));
});

test("invites", async ({ page, rich, analyze }) => {
  const { clan, owner, invites } = rich;
  await openAs(page, owner, `/invites?clan=${clan.id}`);
  await analyze(page.getByRole("link", { name: /^Open 1$/ }));
  await page.getByRole("link", { name: /^Open 1$/ }).click();
  await click(page, "More of Eskil");
  await click(page, "Extend");
  await analyze(dialog(page, "Invite for Eskil").getByLabel("Works for"));
  await click(page, "Cancel invite");
  await analyze(page.getByRole("button", { name: "Cancel it now" }));
  await go(page, `/manage-players?clan=${clan.id}&q=gorm`);
  await choose(page, "Gorm", "Invite");
  await analyze(dialog(page, "Invite Gorm"));
  await openAs(page, await addPerson(page), invites.open.link);
  await page.getByLabel("Code").fill(otherCode(invites.open.code));
  await analyze(page.getByText("The code does not match this link."));
  await page.getByLabel("Code").fill(invites.open.code);
  await analyze(page.getByRole("button", { name: /^Continue as/ }));
  await go(page, invites.cancelled.link);
  await analyze(title(page, "This invite was cancelled"));
  const { url } = await callAs<{ url: string }>(page, owner, `/clans/${clan.id}/join-link`, {
    method: "PUT",
    data: { is_on: true, question: "Which server?", version: null },
  });
  await go(page, new URL(url).pathname);
  await click(page, "Ask to join");
  await analyze(page.getByText("Enter your name in the game."));
  await go(page, "/join/unknown");
  await analyze(title(page, "This link does not work"));
});

test("in the dark", async ({ page, rich, analyze }) => {
  const { owner, clan, boards, bulletins } = rich;
  await page.addInitScript(() => localStorage.setItem("ui_appearance", "dark"));
  await openAs(page, owner, dayOf(rich));
  await expect(page.locator("html")).toHaveAttribute("data-appearance", "dark");
  await cellOf(page, "Ash", "Gold").click();
  await page.keyboard.type("many");
  await page.keyboard.press("Enter");
  await analyze(page.getByRole("group", { name: "About this cell" }), "where it is");
  const history = `/activity-history?clan=${clan.id}`;
  for (const [path, sign] of [
    ["/dashboard", page.getByRole("article", { name: "Owls of Dawn" })],
    [`${history}&view=compliance`, page.getByRole("list", { name: "Players, worst first" })],
    [`${history}&view=calendar`, page.getByRole("link", { name: /of \d met/ })],
    [`${boardsOf(rich)}&board=${boards.shared.id}`, page.getByRole("rowheader", { name: "Ash" })],
    [`/bulletins?clan=${clan.id}&bulletin=${bulletins.read.id}`, dialog(page, "Raid at eight")],
    [`/manage-players?clan=${clan.id}`, page.getByRole("columnheader", { name: "Player" })],
  ] as const) {
    await go(page, path);
    await analyze(sign, "where it is");
  }
});

test("a window magnified four times", async ({ page, rich }) => {
  const { owner, clan, players } = rich;
  await magnify(page);
  await openAs(page, owner, dayOf(rich));
  await chooseActivity(page, "Donations");
  await fieldOf(page, "Ash", "Donations").focus();
  await expectFocusInSight(page, 20);
  await go(page, `/player/${players.Ash}`);
  await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
  await expectFocusInSight(page, 20);
  await page.getByRole("navigation", { name: "Clan", exact: true }).getByRole("button", { name: /^More/ }).click();
  await expect(dialog(page, "More")).toBeVisible();
  await expectFocusInSight(page, 6);
  await page.goto(`/manage-players?clan=${clan.id}`);
  await choose(page, "Ash", "Edit");
  await expect(dialog(page)).toBeVisible();
  await expectFocusInSight(page, 20);
  await page.goto("/dashboard");
  await expect(page.getByRole("article", { name: "Owls of Dawn" })).toBeVisible();
  await expectFocusInSight(page, 20);
});

test("in the colours of the system", async ({ page, rich }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await openAs(page, rich.owner, `/activity-history?clan=${rich.clan.id}&view=trends`);
  const chart = page.getByRole("slider", { name: /by day/ });
  await expect(chart).toBeVisible();
  const { lines, texts, known } = await chart.evaluate((drawing) => {
    const probe = document.body.appendChild(document.createElement("span"));
    const colourOf = (name: string) => {
      probe.style.color = name;
      return getComputedStyle(probe).color;
    };
    const paints = (selector: string, paint: "stroke" | "fill") => [
      ...new Set([...drawing.querySelectorAll(selector)].map((part) => getComputedStyle(part)[paint])),
    ];
    return {
      lines: [...paints("path[transform]", "fill"), ...paints("path:not([transform])", "stroke")],
      texts: paints("text", "fill"),
      known: { text: colourOf("CanvasText"), link: colourOf("LinkText") },
    };
  });
  expect(new Set(lines)).toEqual(new Set([known.text, known.link]));
  expect(texts).toEqual([known.text]);
});

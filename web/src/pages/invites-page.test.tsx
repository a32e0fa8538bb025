import { createInvite, extendInvite, getInviteHistory, renewInviteCode } from "@clanhall/contract/invites";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { describe, expect, test, vi } from "vitest";
import { catchCopies, catchFiles } from "../testing/catch-files.ts";
import { nightOwls } from "../testing/fake-clans.ts";
import { fakeInvites, idOf, inviteOf } from "../testing/fake-invites.ts";
import { heading, openApp } from "../testing/open-app.tsx";

async function openInvites(search = "") {
  const opened = openApp(`/invites?clan=${nightOwls.id}${search}`, { user: "kara" });
  await heading("Invites");
  return opened;
}

const list = async (name: string) => within(await screen.findByRole("list", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const names = (shown: Awaited<ReturnType<typeof list>>) =>
  shown.getAllByRole("listitem").map((item) => item.querySelector("strong")?.textContent);

describe("the lists", () => {
  test("F8: an older address with its section opens that list, and becomes the new one", async () => {
    fakeInvites();
    const { router } = await openInvites("&section=open");
    await waitFor(() => expect(router.state.location.search).toEqual({ clan: nightOwls.id, tab: "open" }));
    await list("open invites");
  });

  test("show who has no account, with the state of their invite", async () => {
    fakeInvites();
    await openInvites();
    const members = await list("Members");
    expect(names(members)).toEqual(["Bo", "Cy", "Di", "Ed", "Fay"]);
    const rowOf = (name: string) => members.getByText(name, { selector: "strong" }).closest("li")?.textContent;
    expect(rowOf("Bo")).toContain("No invite");
    expect(rowOf("Cy")).toContain("Invited, expires in 3 days");
    expect(rowOf("Fay")).toContain("Invite expired yesterday");
  });

  test("can be narrowed by state and name, and say when nothing matches", async () => {
    fakeInvites();
    const { router } = await openInvites();
    await list("Members");
    await userEvent.selectOptions(screen.getByLabelText("Show"), "Linked (1)");
    await waitFor(async () => expect(names(await list("Members"))).toEqual(["Kara"]));
    expect(router.state.location.search).toMatchObject({ show: "linked" });
    await userEvent.type(screen.getByLabelText("Name or alias"), "zzz");
    await screen.findByText("Nothing matches.");
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(names(await list("Members"))).toEqual(["Kara"]);
  });

  test("are narrowed while somebody types: no letter is lost, the caret stays, and so does the page", async () => {
    fakeInvites();
    const { router } = await openInvites();
    await list("Members");
    const scrollTo = vi.spyOn(window, "scrollTo");
    const field = screen.getByLabelText<HTMLInputElement>("Name or alias");
    for (const key of "ay") fireEvent.change(field, { target: { value: field.value + key } });
    act(() => field.focus());
    await userEvent.keyboard("{Home}f");
    await waitFor(async () => expect(names(await list("Members"))).toEqual(["Fay"]));
    expect(field.value).toBe("fay");
    expect(router.state.location.search).toEqual({ clan: nightOwls.id, q: "fay" });
    await userEvent.selectOptions(screen.getByLabelText("Show"), "Not invited (3)");
    await waitFor(() => expect(router.state.location.search).toMatchObject({ show: "none" }));
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test("count every state and show the open invites by what ends first", async () => {
    fakeInvites();
    await openInvites("&tab=open");
    const open = await list("open invites");
    expect(names(open)).toEqual(["Di", "Cy"]);
    expect(open.getAllByRole("listitem")[0]?.textContent).toMatch(/Expires tomorrow \(\d+ \w+ \d{4}, \d\d:\d\d\)/);
    const tabs = within(screen.getByRole("navigation", { name: "Invites by state" }));
    expect(tabs.getAllByRole("link").map((tab) => tab.textContent)).toEqual([
      "Members 5",
      "Open 2",
      "Accepted 1",
      "Expired 1",
      "Cancelled 1",
    ]);
    expect(tabs.getByRole("link", { name: "Open 2" }).getAttribute("aria-current")).toBe("page");
  });

  test("hand out the link and the code of an open invite", async () => {
    fakeInvites();
    const copied = catchCopies();
    await openInvites("&tab=open");
    const row = within((await list("open invites")).getByText("Di").closest("li") as HTMLElement);
    await userEvent.click(row.getByRole("button", { name: "Copy link" }));
    await userEvent.click(row.getByRole("button", { name: "Copy code" }));
    expect(copied).toEqual([`${location.origin}/invite/token-4`, "000004"]);
  });

  test("are handed out as a file that invites nobody", async () => {
    fakeInvites();
    const files = catchFiles();
    await openInvites("&tab=open");
    await list("open invites");
    await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
    const text = (await files[0]?.text()) ?? "";
    expect(text.split("\r\n").map((line) => line.split(",")[0])).toEqual(["player", "Di", "Cy", ""]);
    expect(text).not.toMatch(/token-4|000004/);
  });

  test("say of an invite without link and code who sees them, and what to do if nobody does", async () => {
    const hidden = inviteOf(3, "Cy", { invite_token: null, verification_code: null });
    const backend = fakeInvites();
    backend.repliesTo(`GET /api/clans/${nightOwls.id}/invites-raw`, () => Response.json({ invites: [hidden] }));
    await openInvites("&tab=open");
    await userEvent.click((await list("open invites")).getByRole("button", { name: "More of Cy" }));
    const details = await dialog("Invite for Cy");
    await details.findByText(/only the owner sees its link and code/);
    await details.findByText(/no longer be shown: invite this player again/);
    expect(details.queryByRole("button", { name: "New code" })).toBeNull();
  });

  test("that are empty say what will be there", async () => {
    const backend = fakeInvites();
    backend.repliesTo(`GET /api/clans/${nightOwls.id}/invites-raw`, () => Response.json({ invites: [] }));
    await openInvites("&tab=accepted");
    expect(await screen.findByText(/No accepted invites yet/)).toBeTruthy();
  });

  test("that cannot be loaded can be asked for again", async () => {
    const backend = fakeInvites();
    const path = `GET /api/clans/${nightOwls.id}/invites-raw`;
    backend.repliesTo(path, () => Response.json({ error: "rate_limited", message: "Wait" }, { status: 429 }));
    await openInvites("&tab=open");
    await screen.findByText(/The invites could not be loaded/);
    backend.repliesTo(path, () => Response.json({ invites: [inviteOf(3, "Cy")] }));
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(names(await list("open invites"))).toEqual(["Cy"]);
  });

  test("are not for whoever may not invite", async () => {
    const backend = fakeInvites();
    const refusal = { error: "forbidden", message: "No" };
    backend.repliesTo(`GET /api/clans/${nightOwls.id}/invites-raw`, () => Response.json(refusal, { status: 403 }));
    await openInvites();
    expect(await screen.findByText(/Only owners can invite/)).toBeTruthy();
  });

  test("are not for plain members, who read who can invite", async () => {
    fakeInvites({ role: "member" });
    openApp("/invites", { user: "bo" });
    await screen.findByText(/Only owners can invite/);
    expect(screen.queryByRole("list", { name: "Members" })).toBeNull();
  });
});

describe("an invite", () => {
  test("is created for a week and handed over with link, code, message and QR code", async () => {
    const backend = fakeInvites().answers(createInvite, inviteOf(2, "Bo"));
    const copied = catchCopies();
    const { router } = await openInvites();
    await userEvent.click((await list("Members")).getByRole("button", { name: "Invite Bo" }));
    const asked = await dialog("Invite Bo");
    expect(router.state.location.search).toMatchObject({ member: idOf(2) });
    await userEvent.click(asked.getByRole("button", { name: "Create invite" }));
    await asked.findByTitle(`${location.origin}/invite/token-2`);
    expect(asked.getByText("000002")).toBeTruthy();
    expect(asked.getByRole("img", { name: /QR code/ }).getAttribute("src")).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    await userEvent.click(asked.getByRole("button", { name: "Copy both as a message" }));
    expect(copied[0]).toContain("Night Owls as Bo");
    expect(copied[0]).toContain("code 000002");
    expect(backend.callsTo(createInvite)[0]?.body).toEqual({
      clanMemberId: idOf(2),
      expiresInHours: 168,
      replace: false,
    });
    await userEvent.click(asked.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(router.state.location.search).not.toHaveProperty("member");
  });

  test("may live for any number of hours from 1 to 720", async () => {
    const backend = fakeInvites().answers(createInvite, inviteOf(2, "Bo"));
    await openInvites(`&member=${idOf(2)}`);
    const asked = await dialog("Invite Bo");
    await userEvent.selectOptions(asked.getByLabelText("Works for"), "Another time");
    await userEvent.type(asked.getByLabelText("Hours"), "721");
    await userEvent.click(asked.getByRole("button", { name: "Create invite" }));
    await asked.findByText("Enter a whole number of hours from 1 to 720.");
    expect(backend.callsTo(createInvite)).toEqual([]);
    await userEvent.clear(asked.getByLabelText("Hours"));
    await userEvent.type(asked.getByLabelText("Hours"), "5");
    await userEvent.click(asked.getByRole("button", { name: "Create invite" }));
    await asked.findByText("000002");
    expect(backend.callsTo(createInvite)[0]?.body).toMatchObject({ expiresInHours: 5 });
  });

  test("for somebody who has one asks to replace it", async () => {
    const backend = fakeInvites().answers(createInvite, inviteOf(3, "Cy"));
    await openInvites(`&member=${idOf(3)}`);
    const asked = await dialog("Invite Cy");
    expect(asked.getByText(/old link and code stop working/)).toBeTruthy();
    await userEvent.click(asked.getByRole("button", { name: "Replace invite" }));
    await asked.findByText("000003");
    expect(backend.callsTo(createInvite)[0]?.body).toMatchObject({ replace: true });
  });

  test("that somebody else created meanwhile is named and can be replaced", async () => {
    const backend = fakeInvites();
    const conflict = { error: "conflict", message: "Bo already has an open invite.", current: { id: idOf(102) } };
    backend.repliesTo("POST /api/invites", () => Response.json(conflict, { status: 409 }));
    await openInvites(`&member=${idOf(2)}`);
    const asked = await dialog("Invite Bo");
    await userEvent.click(asked.getByRole("button", { name: "Create invite" }));
    await asked.findByText(/Bo already has an open invite/);
    backend.answers(createInvite, inviteOf(2, "Bo"));
    await userEvent.click(asked.getByRole("button", { name: "Replace and try again" }));
    await asked.findByText("000002");
    expect(backend.callsTo(createInvite).at(-1)?.body).toMatchObject({ replace: true });
  });

  test("is not offered for somebody with an account", async () => {
    fakeInvites();
    await openInvites(`&member=${idOf(1)}`);
    await screen.findByText("Kara already has an account and needs no invite.");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("can go to many at once; open ones stay unless they are to be replaced", async () => {
    const backend = fakeInvites();
    const made = [inviteOf(2, "Bo"), inviteOf(5, "Ed"), inviteOf(6, "Fay")];
    backend.repliesTo("POST /api/invites", () => Response.json(made.shift()));
    const files = catchFiles();
    const copied = catchCopies();
    await openInvites();
    await list("Members");
    await userEvent.click(screen.getByRole("checkbox", { name: "All 5" }));
    await userEvent.click(screen.getByRole("button", { name: "Invite 5 selected" }));
    const asked = await dialog("Invite 5 players");
    expect(asked.getByText(/Replace the 2 open invites of Cy, Di/)).toBeTruthy();
    await userEvent.click(asked.getByRole("button", { name: "Create 3 invites" }));
    const news = within(await asked.findByRole("list", { name: "New invites" }));
    expect(news.getAllByRole("listitem")).toHaveLength(3);
    await userEvent.click(asked.getByRole("button", { name: "Copy all as messages" }));
    expect(copied[0]?.match(/enter the code/g)).toHaveLength(3);
    await userEvent.click(asked.getByRole("button", { name: "Save as CSV" }));
    expect(await files[0]?.text()).toContain(`Bo,${location.origin}/invite/token-2,000002,`);
    await userEvent.click(asked.getByRole("button", { name: "Done" }));
    expect(await screen.findByRole("button", { name: "Invite selected" })).toHaveProperty("disabled", true);
    expect(backend.callsTo(createInvite).map(({ body }) => (body as { clanMemberId: string }).clanMemberId)).toEqual([
      idOf(2),
      idOf(5),
      idOf(6),
    ]);
  });

  test("that fails among many leaves the others and can be tried again", async () => {
    const backend = fakeInvites();
    const replies = [
      () => Response.json(inviteOf(2, "Bo")),
      () => Response.json({ error: "rate_limited", message: "Slow down." }, { status: 429 }),
      () => Response.json(inviteOf(5, "Ed")),
    ];
    backend.repliesTo("POST /api/invites", () => replies.shift()?.() ?? Response.error());
    await openInvites();
    await userEvent.click((await list("Members")).getByRole("checkbox", { name: "Select Bo" }));
    await userEvent.click((await list("Members")).getByRole("checkbox", { name: "Select Ed" }));
    await userEvent.click(screen.getByRole("button", { name: "Invite 2 selected" }));
    const asked = await dialog("Invite 2 players");
    await userEvent.click(asked.getByRole("button", { name: "Create 2 invites" }));
    expect((await asked.findByRole("alert")).textContent).toContain("Ed: Slow down.");
    expect(asked.getByText("000002")).toBeTruthy();
    await userEvent.click(asked.getByRole("button", { name: "Try again" }));
    const news = within(await asked.findByRole("list", { name: "New invites" }));
    expect(news.getAllByRole("listitem")).toHaveLength(2);
  });
});

describe("an open invite", () => {
  async function openDetails(backend: ReturnType<typeof fakeInvites>) {
    await openInvites(`&tab=open&invite=${idOf(103)}`);
    return { backend, details: await dialog("Invite for Cy") };
  }

  test("gets a new code", async () => {
    const { backend, details } = await openDetails(
      fakeInvites().answers(renewInviteCode, inviteOf(3, "Cy", { verification_code: "999999" })),
    );
    const renewed = inviteOf(3, "Cy", { verification_code: "999999" });
    backend.repliesTo(`GET /api/clans/${nightOwls.id}/invites-raw`, () => Response.json({ invites: [renewed] }));
    await userEvent.click(details.getByRole("button", { name: "New code" }));
    await details.findByText("999999");
    expect(await details.findByText(/The old one no longer works/)).toBeTruthy();
  });

  test("is extended", async () => {
    const { backend, details } = await openDetails(fakeInvites().answers(extendInvite, inviteOf(3, "Cy")));
    await userEvent.click(details.getByRole("button", { name: "Extend" }));
    await userEvent.selectOptions(details.getByLabelText("Works for"), "30 days");
    await userEvent.click(details.getByRole("button", { name: "Extend from now" }));
    await details.findByText("Extended");
    expect(backend.callsTo(extendInvite)[0]?.body).toEqual({ expiresInHours: 720 });
  });

  test("is cancelled only after a second click", async () => {
    const { backend, details } = await openDetails(fakeInvites());
    const call = `DELETE /api/invites/${idOf(103)}`;
    backend.repliesTo(call, () => Response.json({}));
    await userEvent.click(details.getByRole("button", { name: "Cancel invite" }));
    expect(details.getByText(/cannot be undone/)).toBeTruthy();
    expect(backend.received.some((one) => one.call === call)).toBe(false);
    await userEvent.click(details.getByRole("button", { name: "Cancel it now" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(backend.received.some((one) => one.call === call)).toBe(true);
  });

  test.each([
    ["cancelled", `DELETE /api/invites/${idOf(103)}`, ["Cancel invite", "Cancel it now"]],
    ["extended", `POST /api/invites/${idOf(103)}/extend`, ["Extend", "Extend from now"]],
    ["given a new code", `POST /api/invites/${idOf(103)}/new-code`, ["New code"]],
  ])("that was used before it is %s says so and stays open to read", async (_what, call, buttons) => {
    const { backend, details } = await openDetails(fakeInvites());
    const refusal = { error: "conflict", message: "This invite has already been used" };
    backend.repliesTo(call, () => Response.json(refusal, { status: 409 }));
    for (const name of buttons) await userEvent.click(details.getByRole("button", { name }));
    expect(await details.findByText("This invite has already been used")).toBeTruthy();
  });

  test("tells its history when asked", async () => {
    const items = [
      { at: "2026-03-02T10:00:00.000Z", action: "invite.lock", actor: null },
      { at: "2026-03-01T10:00:00.000Z", action: "invite.create", actor: "Kara" },
    ];
    const { backend, details } = await openDetails(fakeInvites().answers(getInviteHistory, { items }));
    expect(backend.callsTo(getInviteHistory)).toEqual([]);
    await userEvent.click(details.getByText("History"));
    expect((await details.findByText("Created")).closest("li")?.textContent).toContain("Created by Kara");
    expect(details.getByText("Locked after wrong codes")).toBeTruthy();
  });
});

test("an invite that ran out or was cancelled is written anew from its row", async () => {
  fakeInvites();
  await openInvites("&tab=cancelled");
  await userEvent.click(await screen.findByRole("button", { name: "Invite again Ed" }));
  expect((await dialog("Invite Ed")).getByRole("button", { name: "Create invite" })).toBeTruthy();
});

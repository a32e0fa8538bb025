import { getOwnRow, unlockScoreboard } from "@clanhall/contract/public-scoreboards";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import { fakeBackend } from "../../testing/fake-backend.ts";
import { fakeBoardServer, fakeEventSource } from "../../testing/fake-board-server.ts";
import { boardToken, openView, rankedRows, standingsOf } from "../../testing/fake-public-board.ts";
import { sessionAnswer, storeSession } from "../../testing/auth-entry.ts";
import { enhanceBoard } from "./live-board.ts";

const root = document.documentElement;
const before = rankedRows({ Aelwyn: 300, "Bram Ironfoot": 200, José: 100 });
const after = rankedRows({ "Bram Ironfoot": 400, Aelwyn: 300, José: 100 });
const firstView = openView(standingsOf(before));
const secondView = openView(standingsOf(after, {}, { version: "version-2" }));
const locked = { state: "passcode", token: boardToken, is_embedded: false } as const;
let isHidden = false;
let listening: MockInstance<Document["addEventListener"]>;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-15T20:16:30.000Z") });
  isHidden = false;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  listening = vi.spyOn(document, "addEventListener");
  fakeBackend();
});

afterEach(() => {
  for (const [type, listener] of listening.mock.calls) document.removeEventListener(type, listener);
  vi.useRealTimers();
  delete root.dataset.signedIn;
});

function get(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing matches ${selector}`);
  return found;
}

function texts(selector: string): string[] {
  return [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
}

function setHidden(hidden: boolean) {
  isHidden = hidden;
  document.dispatchEvent(new Event("visibilitychange"));
}

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
}

function start(view: Parameters<typeof fakeBoardServer>[0] = firstView) {
  const streams = fakeEventSource();
  const server = fakeBoardServer(view);
  enhanceBoard(window, get("main"));
  return { streams, server, stream: () => streams.at(-1) };
}

function search(text: string) {
  const field = get("input[type=search]") as HTMLInputElement;
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

const shownNames = () => texts("tbody tr:not([hidden]) .name");

test("somebody looks for a player, and hears how many there are", () => {
  start();
  search("JOSE");
  expect(shownNames()).toEqual(["José"]);
  expect(get(".found").textContent).toBe("1 of 3 players");
  search("nobody");
  expect(get(".found").textContent).toBe("No player matches “nobody”.");
  search(" ");
  expect(shownNames()).toHaveLength(3);
  expect(get(".found").textContent).toBe("");
});

test("a board without rows has nothing to search", () => {
  start(openView(standingsOf([], {}, { has_results: false })));
  expect(document.querySelector("input")).toBeNull();
});

test("the reader is told how long ago the board changed, minute by minute", async () => {
  start();
  expect(get("time").textContent).toBe("Updated 3 min ago");
  await pass(120_000);
  expect(get("time").textContent).toBe("Updated 5 min ago");
  expect(get("time").title).toBe("Updated 15 Nov, 20:13 UTC");
});

test("a change shows itself, keeps what the reader typed and is announced", async () => {
  const { server, stream } = start();
  stream()?.opens();
  expect(get(".status").textContent).toBe("Liveupdated 3 min ago");
  search("a");
  server.view = secondView;
  stream()?.sends("version-2");
  await pass(1_000);
  expect(texts("tbody .name")).toEqual(["Bram Ironfoot", "Aelwyn", "José"]);
  expect(shownNames()).toEqual(["Bram Ironfoot", "Aelwyn"]);
  expect(document.activeElement).toBe(get("input[type=search]"));
  expect(texts("tr.news .name")).toEqual(["Bram Ironfoot", "Aelwyn"]);
  expect(texts("[role=status]")).toContain("Standings updated");
  expect(get("main").dataset.version).toBe("version-2");
  expect(get(".status").textContent).toBe("Liveupdated 3 min ago");
});

test("word of the version that is already shown loads nothing", async () => {
  const { server, stream } = start();
  stream()?.opens();
  stream()?.sends("version-1");
  await pass(2_000);
  expect(server.asked).toEqual([]);
});

test("the focus stays on a link that is replaced", async () => {
  const earlier = [{ from: "2026-10-01", to: "2026-10-31", label: "1 – 31 Oct 2026" }];
  const { server, stream } = start(openView(standingsOf(before, {}, { earlier })));
  get(".earlier a").focus();
  server.view = openView(standingsOf(after, {}, { earlier, version: "version-2" }));
  stream()?.sends("version-2");
  await pass(1_000);
  expect(get("main").dataset.version).toBe("version-2");
  expect(document.activeElement).toBe(get(".earlier a"));
});

test("what is unfolded stays unfolded in a part that is replaced", async () => {
  const earlier = Array.from({ length: 14 }, (_, index) => ({
    from: `20${index + 10}-10-01`,
    to: `20${index + 10}-10-31`,
    label: `October ${index}`,
  }));
  const { server, stream } = start(openView(standingsOf(before, {}, { earlier })));
  get("details").setAttribute("open", "");
  server.view = openView(standingsOf(after, {}, { earlier, version: "version-2" }));
  stream()?.sends("version-2");
  await pass(1_000);
  expect(get("main").dataset.version).toBe("version-2");
  expect(get("details").hasAttribute("open")).toBe(true);
});

test("a page out of sight lets the line go, and catches up when it is seen again", async () => {
  const { server, streams } = start();
  setHidden(true);
  expect(streams[0]?.readyState).toBe(2);
  server.view = secondView;
  setHidden(false);
  await pass(0);
  expect(get("main").dataset.version).toBe("version-2");
  expect(streams).toHaveLength(2);
});

test("while the line is lost the board does not call itself live", () => {
  const { stream } = start();
  stream()?.opens();
  stream()?.fails();
  expect(get(".status").textContent).toBe("Updated 3 min ago");
  stream()?.opens();
  expect(get(".status").textContent).toBe("Liveupdated 3 min ago");
});

test("M8: a page that is refused a stream asks every minute", async () => {
  const { server, stream, streams } = start();
  stream()?.fails(true);
  await pass(0);
  expect(server.asked).toHaveLength(1);
  server.view = secondView;
  await pass(44_000);
  expect(server.asked).toHaveLength(1);
  await pass(32_000);
  expect(get("main").dataset.version).toBe("version-2");
  expect(get(".status").textContent).toContain("Live");
  await pass(600_000);
  expect(server.asked.length).toBeGreaterThan(8);
  expect(server.asked.length).toBeLessThan(16);
  expect(streams).toHaveLength(1);
});

test("where events do not come through, three failures in a row are enough to ask every half minute instead", async () => {
  const { server, stream } = start();
  stream()?.fails();
  stream()?.fails();
  await pass(0);
  expect(server.asked).toEqual([]);
  stream()?.fails();
  await pass(0);
  expect(server.asked).toHaveLength(1);
  server.view = secondView;
  await pass(40_000);
  expect(get("main").dataset.version).toBe("version-2");
  await pass(400_000);
  expect(server.asked.length).toBeGreaterThan(10);
});

test("a server in trouble, or none at all, takes nothing away", async () => {
  const { server, stream } = start();
  server.view = { state: "unavailable", is_embedded: false };
  stream()?.sends("version-2");
  await pass(1_000);
  server.isReachable = false;
  stream()?.sends("version-3");
  await pass(1_000);
  expect(server.asked).toHaveLength(2);
  expect(shownNames()).toHaveLength(3);
});

test.each([
  ["not_found", "There is no board here"],
  ["expired", "This link has expired"],
] as const)("a link that becomes %s says so and is no longer followed", async (state, text) => {
  const { server, stream } = start();
  server.view = { state, is_embedded: false };
  stream()?.sends("version-2");
  await pass(1_000);
  expect(get("h1").textContent).toBe(text);
  expect(document.title).toBe(state);
  expect(stream()?.readyState).toBe(2);
});

test("a final result is not followed", () => {
  expect(start(openView(standingsOf(before, { state: "ended" }, { is_final: true }))).streams).toEqual([]);
});

test("a signed-in reader finds their own row, also after a change", async () => {
  const backend = fakeBackend().answers(getOwnRow, { member_key: before[1]?.member_key ?? null });
  localStorage.setItem("auth_token", "token-1");
  root.dataset.signedIn = "true";
  const { server, stream } = start();
  await pass(0);
  expect(texts("tr.own .player")).toEqual(["BIBram Ironfootyou"]);
  expect(backend.received[0]?.headers.get("authorization")).toBe("Bearer token-1");
  server.view = secondView;
  stream()?.sends("version-2");
  await pass(1_000);
  expect(texts("tr.own .rank")).toEqual(["1"]);
});

test("a signed-in reader whose access token has ended is still known", async () => {
  const renewed = () => Response.json(sessionAnswer);
  fakeBackend()
    .answers(getOwnRow, { member_key: before[1]?.member_key ?? null })
    .repliesTo("POST /auth/v1/token", renewed);
  storeSession({ endsIn: -60 });
  root.dataset.signedIn = "true";
  start();
  await vi.waitFor(() => expect(texts("tr.own .player")).toEqual(["BIBram Ironfootyou"]));
});

test("no row is marked for strangers, nor when asking fails", async () => {
  const backend = fakeBackend();
  start();
  await pass(0);
  expect(backend.received).toEqual([]);
  root.dataset.signedIn = "true";
  backend.refuses(getOwnRow, 401);
  start();
  await pass(0);
  expect(backend.received).toHaveLength(1);
  expect(document.querySelector(".own")).toBeNull();
});

async function enter(passcode: string) {
  (get("#passcode") as HTMLInputElement).value = passcode;
  get("form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await pass(0);
}

test("the right passcode opens the board, and a reload finds it open", async () => {
  const backend = fakeBackend().answers(unlockScoreboard, { unlock_token: "unlock-1", expires_in: 100 });
  const { server, streams } = start(locked);
  server.unlocked = { token: "unlock-1", view: firstView };
  expect(get("form").hidden).toBe(false);
  await enter("owls");
  expect(backend.callsTo(unlockScoreboard)[0]?.body).toEqual({ passcode: "owls" });
  expect(get("h1").textContent).toBe("November raid race");
  expect(document.activeElement).toBe(get("main"));
  expect(streams).toEqual([]);
  server.unlocked.view = secondView;
  await pass(40_000);
  expect(get("main").dataset.version).toBe("version-2");
  const reloaded = start(locked).server;
  reloaded.unlocked = { token: "unlock-1", view: firstView };
  await pass(0);
  expect(reloaded.asked[0]?.unlock).toBe("unlock-1");
  expect(get("h1").textContent).toBe("November raid race");
});

test("L2: a browser that knew the passcode says so when it is asked again, in a new tab too", async () => {
  const backend = fakeBackend().answers(unlockScoreboard, { unlock_token: "unlock-1", expires_in: 100 });
  start(locked).server.unlocked = { token: "unlock-1", view: firstView };
  await enter("seven owls");
  sessionStorage.clear();
  start(locked);
  await enter("seven owls");
  const sent = backend.callsTo(unlockScoreboard).map(({ headers }) => headers.get("x-scoreboard-unlock"));
  expect(sent).toEqual([null, "unlock-1"]);
});

test("a board that no longer asks for a passcode opens without one", async () => {
  fakeBackend().refuses(unlockScoreboard, 404);
  const { server } = start(locked);
  server.view = firstView;
  await enter("owls");
  expect(get("h1").textContent).toBe("November raid race");
});

test("a token that no longer opens the board is forgotten, and the passcode asked for again", async () => {
  sessionStorage.setItem(`scoreboard_unlock/${boardToken}`, "too-old");
  start(locked);
  await pass(0);
  expect(sessionStorage.getItem(`scoreboard_unlock/${boardToken}`)).toBeNull();
  expect(get("form").hidden).toBe(false);
});

test.each([
  [403, {}, "Wrong passcode. Try again."],
  [429, { "retry-after": "150" }, "Too many tries. Try again in 3 minutes."],
  [429, {}, "Too many tries. Try again in a minute."],
  [503, {}, "The board cannot be reached right now. Try again in a moment."],
])("a passcode refused with %d gets a sentence at the field", async (status, headers, text) => {
  fakeBackend().repliesTo(`POST /api/public/scoreboards/${boardToken}/unlock`, () =>
    Response.json({ error: "refused" }, { status, headers }),
  );
  start(locked);
  await enter("wrong");
  expect(get("#passcode-error").textContent).toBe(text);
  expect(get("#passcode").getAttribute("aria-invalid")).toBe("true");
});

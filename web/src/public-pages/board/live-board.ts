import { boardCalls, unlockHeader } from "@clanhall/contract/public-board-calls";
import { storedIdentity } from "../enhance-session.ts";
import { make } from "./elements.ts";
import { installSearch } from "./find-player.ts";
import { followBoard } from "./follow-board.ts";
import { rowsOf, swapBoard } from "./swap-board.ts";
import { createUnlocking, installPasscodeForm, showPasscodeForm } from "./unlock.ts";

/** Statuses whose page is worth showing; an error of the server is no reason to take away what can be read. */
const shownStatuses = new Set([200, 401, 404, 410]);
const clockMs = 30_000;

/** Brings a board to life: search, live standings, the reader's own row, and the passcode that opens it. */
export function enhanceBoard(page: Window, main: HTMLElement): void {
  const { token } = main.dataset;
  if (!token) return;
  const { document: root } = page;
  const unlocking = createUnlocking(page, token);
  const applySearch = installSearch(root, main);
  const status = root.body.appendChild(make(root, "p", { class: "visually-hidden", role: "status" }));
  let ownKey: string | null = null;
  let turns = 0;
  let isFollowing = false;
  let stopFollowing: (() => void) | null = null;

  const enhanceContent = () => {
    applySearch();
    markOwnRow(main, ownKey);
    showPasscodeForm(main);
    if (main.dataset.live === "true") stopFollowing ??= follow();
    else {
      stopFollowing = stopFollowing?.() ?? null;
      isFollowing = false;
    }
    updateTimeLabel(main, isFollowing);
  };
  const refresh = async (): Promise<boolean> => {
    const turn = ++turns;
    const { status: httpStatus, title, main: next } = await loadBoard(page.location.href, unlocking.token());
    // Of two answers on their way, only that of the later question counts.
    if (turn !== turns) return true;
    if (next?.querySelector("[data-unlock]")) unlocking.keep(null);
    if (!next || !shownStatuses.has(httpStatus)) return false;
    const wasOpen = main.dataset.version !== undefined;
    if (wasOpen && main.dataset.version === next.dataset.version) return true;
    swapBoard(main, next);
    root.title = title;
    if (wasOpen) status.textContent = main.dataset.version ? "Standings updated" : "";
    else if (main.dataset.version) main.focus();
    enhanceContent();
    return true;
  };
  const onLine = (isOpen: boolean) => {
    isFollowing = isOpen;
    updateTimeLabel(main, isFollowing);
  };
  const follow = () =>
    followBoard(page, {
      token,
      isLocked: () => unlocking.token() !== null,
      version: () => main.dataset.version ?? "",
      onChange: refresh,
      onLine,
    });

  installPasscodeForm(page, main, { boardToken: token, unlocking, reload: async () => void (await refresh()) });
  enhanceContent();
  page.setInterval(() => updateTimeLabel(main, isFollowing), clockMs);
  if (main.dataset.version === undefined && unlocking.token()) void refresh();
  void findOwnKey(page, token).then((key) => markOwnRow(main, (ownKey = key)));
}

interface BoardAnswer {
  status: number;
  title: string;
  /** The main part of the page, or null when what came is no board of ours. */
  main: HTMLElement | null;
}

/** Loads the page's own address anew, as nodes: nothing on the page may turn text into markup. */
function loadBoard(address: string, unlockToken: string | null): Promise<BoardAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    if (unlockToken) request.setRequestHeader(unlockHeader, unlockToken);
    request.addEventListener("loadend", () => {
      const page = request.response as Document | null;
      resolve({
        status: request.status,
        title: page?.title ?? "",
        main: page?.querySelector<HTMLElement>("main[data-board]") ?? null,
      });
    });
    request.send();
  });
}

/** The key of the row that is the signed-in reader's own. Silent when it fails: the mark is a convenience. */
async function findOwnKey(page: Window, token: string): Promise<string | null> {
  if (!page.document.documentElement.dataset.signedIn) return null;
  try {
    const path = boardCalls.ownRow.replace(":token", encodeURIComponent(token));
    const answer = await page.fetch(path, { headers: storedIdentity(page) });
    const { member_key } = (await answer.json()) as { member_key?: string | null };
    return member_key ?? null;
  } catch {
    return null;
  }
}

function markOwnRow(main: HTMLElement, memberKey: string | null): void {
  if (!memberKey) return;
  const own = rowsOf(main).find(({ dataset }) => dataset.key && memberKey.startsWith(dataset.key));
  if (!own || own.classList.contains("own")) return;
  own.classList.add("own");
  own.querySelector(".player")?.append(make(main.ownerDocument, "span", { class: "you" }, "you"));
}

/** Says how long ago the board changed, and whether the page is following it. */
function updateTimeLabel(main: HTMLElement, isFollowing: boolean, now = Date.now()): void {
  const time = main.querySelector<HTMLTimeElement>(".status time");
  if (!time) return;
  const live = main.querySelector(".live");
  if (!isFollowing) live?.remove();
  else if (!live) time.before(make(main.ownerDocument, "span", { class: "live" }, "Live"));

  time.title ||= time.textContent;
  time.textContent = `${isFollowing ? "updated" : "Updated"} ${toAge(now - Date.parse(time.dateTime))}`;
}

/** A clock that goes wrong never makes the board come from the future. */
function toAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return `${days} ${days === 1 ? "day" : "days"} ago`;
}

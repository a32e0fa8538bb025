import { boardCalls, unlockHeader } from "@clanhall/contract/public-board-calls";
import { foldText } from "@clanhall/contract/rules/fold-text";
import { askAsUser } from "../enhance-session.ts";
import { make } from "./elements.ts";
import { createUnlocking, installPasscodeForm, showPasscodeForm } from "./unlock.ts";
import type { BoardEventName, EventFrame, StandingsChange } from "@clanhall/contract/events";

const partSelector = "[data-part]";

/** Puts what the server now says instead of what is shown, without moving the reader. */
function swapBoard(shown: HTMLElement, next: HTMLElement): void {
  const page = shown.ownerDocument;
  const fresh = page.importNode(next, true);
  const ranks = ranksOf(shown);
  const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {};
  for (const name of shown.getAttributeNames()) if (name.startsWith("data-")) shown.removeAttribute(name);
  for (const { name, value } of fresh.attributes) shown.setAttribute(name, value);
  const pairs = pairParts(shown, fresh);
  if (pairs) for (const [old, part] of pairs) replacePart(old, part);
  else shown.replaceChildren(...fresh.childNodes);
  markMoved(shown, ranks);
  page.defaultView?.scrollTo(scrollX, scrollY);
}

/** The parts side by side; null when the page has got another shape. */
function pairParts(shown: HTMLElement, fresh: HTMLElement): [HTMLElement, HTMLElement][] | null {
  const [old, parts] = [shown, fresh].map((main) => [...main.querySelectorAll<HTMLElement>(partSelector)]);
  if (!old?.length || old.length !== parts?.length) return null;
  const pairs = old.map((part, index) => [part, parts[index] ?? part] as [HTMLElement, HTMLElement]);
  return pairs.every(([before, after]) => before.dataset.part === after.dataset.part) ? pairs : null;
}

/** What had the focus in the old part has it in the new one, what was unfolded is, and a frame stays where it was scrolled to. */
function replacePart(old: HTMLElement, part: HTMLElement): void {
  const focusable = "a, summary, [tabindex]";
  const focused = [...old.querySelectorAll(focusable)].indexOf(old.ownerDocument.activeElement ?? old);
  const scrolled = old.querySelector(".frame")?.scrollLeft ?? 0;
  const folds = old.querySelectorAll("details");
  for (const [index, fold] of part.querySelectorAll("details").entries()) fold.open = folds[index]?.open ?? fold.open;
  old.replaceWith(part);
  part.querySelectorAll<HTMLElement>(focusable)[focused]?.focus({ preventScroll: true });
  const frame = part.querySelector(".frame");
  if (frame) frame.scrollLeft = scrolled;
}

function ranksOf(main: HTMLElement): Map<string, string> {
  return new Map(rowsOf(main).map((row) => [row.dataset.key ?? "", row.cells[0]?.textContent ?? ""]));
}

function markMoved(main: HTMLElement, ranks: Map<string, string>): void {
  if (ranks.size === 0) return;
  for (const row of rowsOf(main)) {
    row.classList.toggle("news", ranks.get(row.dataset.key ?? "") !== row.cells[0]?.textContent);
  }
}

function rowsOf(main: HTMLElement): HTMLTableRowElement[] {
  return [...main.querySelectorAll<HTMLTableRowElement>("tr[data-key]")];
}

interface Following {
  token: string;
  /** The browser's own streams cannot carry what opens a board. */
  isLocked: () => boolean;
  /** The version on the page. */
  version: () => string;
  /** The board has changed, or may have. Says whether the server answered. */
  onChange: () => Promise<boolean>;
  /** The line to the server was found or lost. */
  onLine: (isOpen: boolean) => void;
}

const failuresMax = 3;
const pollMs = 30_000;
/** A server that refuses the stream has too many of them open. */
const refusedPollMs = 60_000;
/** Readers of one board do not all ask in the same moment. */
const spreadMs = 1_000;

const eventNames: BoardEventName[] = ["standings", "resync"];

/** Follows a board while the page is in sight, by events or, where these do not come through, by asking. */
function followBoard(page: Window, following: Following): () => void {
  const { document: root } = page;
  let stop = root.hidden ? null : listen(page, following);
  const onVisibility = () => {
    stop?.();
    stop = null;
    if (root.hidden) return;
    void following.onChange();
    stop = listen(page, following);
  };
  root.addEventListener("visibilitychange", onVisibility);
  return () => {
    root.removeEventListener("visibilitychange", onVisibility);
    stop?.();
  };
}

function listen(page: Window, following: Following): () => void {
  if (typeof EventSource === "undefined" || following.isLocked()) return poll(page, following, pollMs);
  const stream = new EventSource(boardCalls.events.replace(":token", encodeURIComponent(following.token)));
  let failures = 0;
  let timer = 0;
  let stopPolling: (() => void) | undefined;
  // Every stream begins with the version of the moment: nothing is missed while the line is down.
  const onEvent = ({ data }: MessageEvent<string>) => {
    if ((JSON.parse(data) as EventFrame<Partial<StandingsChange>>).data.version === following.version()) return;
    page.clearTimeout(timer);
    timer = page.setTimeout(() => void following.onChange(), Math.random() * spreadMs);
  };
  for (const name of eventNames) stream.addEventListener(name, onEvent);
  stream.addEventListener("open", () => {
    following.onLine(true);
    failures = 0;
  });
  stream.addEventListener("error", () => {
    following.onLine(false);
    failures++;
    const isRefused = stream.readyState === EventSource.CLOSED;
    if (!isRefused && failures < failuresMax) return;
    stream.close();
    void following.onChange();
    stopPolling ??= poll(page, following, isRefused ? refusedPollMs : pollMs);
  });
  return () => {
    stream.close();
    page.clearTimeout(timer);
    stopPolling?.();
  };
}

function poll(page: Window, { onChange, onLine }: Following, everyMs: number): () => void {
  let timer = 0;
  const wait = () => {
    timer = page.setTimeout(
      () => {
        wait();
        void onChange().then(onLine);
      },
      everyMs * (0.75 + Math.random() / 2),
    );
  };
  wait();
  return () => page.clearTimeout(timer);
}

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

/** The key of the row that is the signed-in reader's own. */
async function findOwnKey(page: Window, token: string): Promise<string | null> {
  const path = boardCalls.ownRow.replace(":token", encodeURIComponent(token));
  const own = (await askAsUser(page, path)) as { member_key?: string | null } | null;
  return own?.member_key ?? null;
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

/** Adds the search above the table; the returned function applies it again to rows that have been replaced. */
function installSearch(page: Document, main: HTMLElement): () => void {
  const field = make(page, "input", {
    type: "search",
    placeholder: "Find a player",
    "aria-label": "Find a player",
    autocomplete: "off",
  });
  const search = make(page, "search", {}, field);
  const found = make(page, "p", { class: "found", role: "status" });
  const apply = () => {
    attach(main, search, found);
    const hasFocus = page.activeElement === field;
    const count = filterRows(main, field.value);
    found.textContent = field.value.trim() ? count : "";
    if (hasFocus) field.focus({ preventScroll: true });
  };
  field.addEventListener("input", apply);
  return apply;
}

/** Where there are rows to search; a field that stays where it is keeps its focus. */
function attach(main: HTMLElement, search: HTMLElement, found: HTMLElement): void {
  const tools = main.querySelector(".tools");
  if (!tools || rowsOf(main).length === 0) {
    search.remove();
    found.remove();
  } else if (search.parentElement !== tools) {
    tools.prepend(search);
    tools.after(found);
  }
}

function filterRows(main: HTMLElement, text: string): string {
  const wanted = foldText(text);
  const rows = rowsOf(main);
  main.querySelector("table")?.classList.toggle("filtered", wanted !== "");
  let count = 0;
  for (const row of rows) {
    row.hidden = !foldText(row.querySelector(".name")?.textContent ?? "").includes(wanted);
    if (!row.hidden) count++;
  }
  return count === 0 ? `No player matches “${text.trim()}”.` : `${count} of ${rows.length} players`;
}

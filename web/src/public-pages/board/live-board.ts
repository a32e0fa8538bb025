import { installSearch } from "./find-player.ts";
import { followBoard } from "./follow-board.ts";
import { loadBoard } from "./load-board.ts";
import { make } from "./elements.ts";
import { findOwnKey, markOwnRow } from "./own-row.ts";
import { installPasscodeForm, showPasscodeForm } from "./passcode-form.ts";
import { swapBoard } from "./swap-board.ts";
import { tellTime } from "./tell-time.ts";
import { createUnlocking } from "./unlock.ts";

/** Statuses whose page is worth showing; a server in trouble is no reason to take away what can be read. */
const shownStatuses = new Set([200, 401, 404, 410]);
const clockMs = 30_000;

/** Brings a board to life: search, live standings, the reader's own row, and the passcode that opens it. */
export function bringToLife(page: Window, main: HTMLElement): void {
  const { token } = main.dataset;
  if (!token) return;
  const { document: root } = page;
  const unlocking = createUnlocking(page, token);
  const applySearch = installSearch(root, main);
  const words = root.body.appendChild(make(root, "p", { class: "unseen", role: "status" }));
  let ownKey: string | null = null;
  let turns = 0;
  let isFollowing = false;
  let stopFollowing: (() => void) | null = null;

  const dress = () => {
    applySearch();
    markOwnRow(main, ownKey);
    showPasscodeForm(main);
    if (main.dataset.live === "true") stopFollowing ??= follow();
    else {
      stopFollowing = stopFollowing?.() ?? null;
      isFollowing = false;
    }
    tellTime(main, isFollowing);
  };
  const refresh = async (): Promise<boolean> => {
    const turn = ++turns;
    const { status, title, main: next } = await loadBoard(page.location.href, unlocking.token());
    // Of two answers on their way, only that of the later question counts.
    if (turn !== turns) return true;
    if (next?.querySelector("[data-unlock]")) unlocking.keep(null);
    if (!next || !shownStatuses.has(status)) return false;
    const wasOpen = main.dataset.version !== undefined;
    if (wasOpen && main.dataset.version === next.dataset.version) return true;
    swapBoard(main, next);
    root.title = title;
    if (wasOpen) words.textContent = main.dataset.version ? "Standings updated" : "";
    else if (main.dataset.version) main.focus();
    dress();
    return true;
  };
  const onLine = (isOpen: boolean) => {
    isFollowing = isOpen;
    tellTime(main, isFollowing);
  };
  const follow = () =>
    followBoard(page, {
      token,
      isLocked: () => unlocking.token() !== null,
      version: () => main.dataset.version ?? "",
      onNews: refresh,
      onLine,
    });

  installPasscodeForm(page, main, { boardToken: token, unlocking, reload: async () => void (await refresh()) });
  dress();
  page.setInterval(() => tellTime(main, isFollowing), clockMs);
  if (main.dataset.version === undefined && unlocking.token()) void refresh();
  void findOwnKey(page, token).then((key) => markOwnRow(main, (ownKey = key)));
}

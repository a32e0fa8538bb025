import { pages } from "@clanhall/contract/pages";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { screensFor, switcherId, toClanScreen, toPlayerPage } from "../domain/clan-screens.ts";
import { useCurrentClan } from "../domain/named-clan.ts";
import { hasSingleKeys } from "../domain/single-keys.ts";
import { useSession } from "../lib/session.ts";
import { lazyDialog } from "../ui/lazy-dialog.tsx";

const Palette = lazyDialog(async () => (await import("../features/palette/palette.tsx")).Palette);
const KeysDialog = lazyDialog(async () => (await import("../features/palette/keys-dialog.tsx")).KeysDialog);

export type OpenPanel = "palette" | "keys" | null;

interface ShortcutsProps {
  open: OpenPanel;
  onOpen: (panel: OpenPanel) => void;
}

/** The keys that work on every page, and what they open. */
export function Shortcuts({ open, onOpen }: ShortcutsProps) {
  useKeys({ open, onOpen });
  if (open === "palette") return <Palette onClose={() => onOpen(null)} onKeys={() => onOpen("keys")} />;
  return open === "keys" && <KeysDialog onClose={() => onOpen(null)} />;
}

/** Long enough to look for the second key. */
const secondKeyMs = 1500;

function useKeys({ open, onOpen }: ShortcutsProps): void {
  const userId = useSession()?.userId;
  const go = useGo();
  const goSince = useRef(-secondKeyMs);
  const run = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = keyOf(event);
    if (key === "k" && isChord(event)) {
      event.preventDefault();
      if (!event.repeat) onOpen(open === "palette" ? null : "palette");
      return;
    }
    if (key === "escape") leaveField(event.target);
    if (!userId || !isSingleKey(event) || isTakenElsewhere(event.target) || !hasSingleKeys(userId)) return;
    const isSecond = event.timeStamp - goSince.current < secondKeyMs;
    goSince.current = key === "g" && !isSecond ? event.timeStamp : -secondKeyMs;
    const isDone = isSecond ? go(key) : (key === "/" && focusSearch()) || (key === "?" && openKeys());
    if (isDone) event.preventDefault();
  };
  const openKeys = () => {
    onOpen("keys");
    return true;
  };
  /** The grid takes every letter for a value; this one it cannot mean. */
  const runInGrid = (event: KeyboardEvent) => {
    if (event.key !== "?" || !userId || !isOwnFieldOfGrid(event.target) || !hasSingleKeys(userId)) return;
    event.preventDefault();
    event.stopPropagation();
    openKeys();
  };
  useListener(run, false);
  useListener(runInGrid, true);
  useEffect(pressEarlyKey, []);
}

type EarlyKeys = ((event: KeyboardEvent) => void) & { event?: KeyboardEvent };

/** What was pressed before these keys were loaded; the document kept it. */
function pressEarlyKey(): void {
  const { earlyKeys } = window as Window & { earlyKeys?: EarlyKeys };
  if (!earlyKeys) return;
  window.removeEventListener("keydown", earlyKeys);
  const { event } = earlyKeys;
  delete earlyKeys.event;
  if (event) window.dispatchEvent(new KeyboardEvent("keydown", event));
}

function useListener(run: (event: KeyboardEvent) => void, capture: boolean): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event);
    window.addEventListener("keydown", listen, { capture });
    return () => window.removeEventListener("keydown", listen, { capture });
  }, [capture]);
}

/** G, then where to go. True when there is such a screen for this person. */
function useGo() {
  const navigate = useNavigate();
  const clan = useCurrentClan();
  return (key: string): boolean => {
    if (key === "c") return openSwitcher() || (void navigate({ to: pages.myClans.path }), true);
    if (!clan) return false;
    const screen = screensFor(clan).find((one) => one.key.toLowerCase() === key);
    if (screen) void navigate(toClanScreen(screen.page, clan.id));
    else if (key === "m") void navigate(toPlayerPage(clan.member_id));
    return screen !== undefined || key === "m";
  };
}

/** The clan bar's, where there is one. */
function openSwitcher(): boolean {
  const button = document.getElementById(switcherId);
  button?.click();
  return button !== null;
}

/** The letter on the key where the keyboard writes another script. */
function keyOf({ key, code }: KeyboardEvent): string {
  const isLatin = key.length > 1 || /[ -~]/.test(key);
  return (isLatin ? key : code.replace(/^Key/, "")).toLowerCase();
}

function isChord({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey;
}

function isSingleKey({ key, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey && !repeat;
}

const takers =
  "input, textarea, select, dialog, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=grid]";

/** Whatever is typed into, or has keys of its own. */
function isTakenElsewhere(target: EventTarget | null): boolean {
  return (
    document.querySelector("dialog[open]") !== null || (target instanceof Element && target.closest(takers) !== null)
  );
}

/** The grid itself, or its field while nothing is typed into it. */
function isOwnFieldOfGrid(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) {
    const controls = target.getAttribute("aria-controls");
    const grid = controls === null ? null : document.getElementById(controls);
    return target.value === "" && grid?.getAttribute("role") === "grid";
  }
  return target.getAttribute("role") === "grid";
}

/** A search that is not empty is emptied first, by the browser; what opens over the page closes by itself. */
function leaveField(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  const isOwn = target.hasAttribute("aria-controls") || target.closest("dialog, [role=dialog], [role=grid]") !== null;
  if (!isOwn && (target.type !== "search" || target.value === "")) target.blur();
}

/** The first search that can be seen takes the focus. */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>("main input[type=search]");
  for (const field of fields) {
    field.focus();
    if (document.activeElement === field) return true;
  }
  return false;
}

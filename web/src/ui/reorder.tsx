import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { IconButton } from "./core/button.tsx";
import styles from "./reorder.module.css";
import { flushSync } from "react-dom";

/** Takes hold of something to put it elsewhere. */
export function DragHandle({ name, ...handle }: { name: string } & ComponentProps<"button">) {
  return <IconButton {...handle} icon="drag" label={`Move ${name}`} className={styles.handle} />;
}

interface ReorderInput {
  ids: string[];
  /** How a thing is called when it is said where it is now. */
  nameOf: (id: string) => string;
  /** Keeps a new order. That is shown until the promise settles; after that `ids` are shown again, whatever they are. */
  onMove: (ids: string[], moved: string) => Promise<unknown>;
  /** Which way the list runs; in a grid, what is dragged takes the place of what it is dragged onto. */
  axis?: Axis;
}

type Axis = "x" | "y" | "grid";

interface Hold {
  id: string;
  by: "keys" | "pointer";
}

interface Point {
  clientX: number;
  clientY: number;
}

const steps: Record<Axis, Record<string, number>> = {
  x: { ArrowLeft: -1, ArrowRight: 1 },
  y: { ArrowUp: -1, ArrowDown: 1 },
  grid: { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 },
};

/**
 * Lets a list be put in order by dragging a handle, by the keyboard on it, and step by step.
 * Every item takes `item(id)` and shares its parent with the others; the announcement belongs in a live region.
 */
export function useReorder({ ids, nameOf, onMove, axis = "y" }: ReorderInput) {
  const { order, setDraft, save } = useDraft(ids, onMove);
  const [hold, setHold] = useState<Hold | null>(null);
  const [announcement, announce] = useState("");
  const positionOf = (id: string, list = order) => `position ${list.indexOf(id) + 1} of ${list.length}`;

  const moveItem = (id: string, index: number): string[] => {
    const next = moveTo(order, id, index);
    flushSync(() => {
      setDraft(next);
      announce(`${nameOf(id)}: ${positionOf(id, next)}.`);
    });
    keepAtHand(id);
    return next;
  };
  const pickUp = (id: string, by: Hold["by"]) => {
    setHold({ id, by });
    if (by === "pointer") return;
    announce(`${nameOf(id)} picked up, ${positionOf(id)}. Arrow keys move it, Space drops it, Escape cancels.`);
  };
  const drop = () => {
    setHold(null);
    const isMoved = order.join() !== ids.join();
    announce(hold && isMoved ? `${nameOf(hold.id)} dropped at ${positionOf(hold.id)}.` : "");
    if (hold && isMoved) save(order, hold.id);
    else setDraft(null);
  };
  const cancel = () => {
    announce(hold ? `${nameOf(hold.id)} is back at ${positionOf(hold.id, ids)}.` : "");
    setHold(null);
    setDraft(null);
  };
  const press = (id: string, event: KeyboardEvent) => {
    const command = commandOf(event, hold?.id === id, axis);
    if (command === null) return;
    if (event.key !== "Tab") event.preventDefault();
    if (command === "hold") pickUp(id, "keys");
    else if (command === "drop") drop();
    else if (command === "cancel") cancel();
    else moveItem(id, order.indexOf(id) + command);
  };
  const indexAt = useIndexAt(axis);
  const follow = (point: Point) => {
    const index = hold ? indexAt(hold.id, point) : -1;
    if (hold && index !== order.indexOf(hold.id)) moveItem(hold.id, index);
  };
  usePointer(hold, { follow, drop, cancel });

  return {
    order,
    announcement,
    item: (id: string) => ({ "data-item": id, "data-held": hold?.id === id || undefined }),
    handle: (id: string) => ({
      "data-handle": "",
      "aria-pressed": hold?.id === id,
      onKeyDown: (event: KeyboardEvent) => press(id, event),
      onPointerDown: ({ button }: PointerEvent) => button === 0 && pickUp(id, "pointer"),
    }),
    /** One step towards the start or the end, for a menu. */
    step: (id: string, by: -1 | 1) => save(moveItem(id, order.indexOf(id) + by), id),
  };
}

/** The order as it was last put, shown until it is kept. */
function useDraft(ids: string[], onMove: ReorderInput["onMove"]) {
  const [draft, setDraft] = useState<string[] | null>(null);
  const save = (next: string[], moved: string) => {
    setDraft(next);
    // What was moved again meanwhile stays where it is.
    const settle = () => setDraft((current) => (current === next ? null : current));
    onMove(next, moved).then(settle, settle);
  };
  return { order: draft ? arrange(ids, draft) : ids, setDraft, save };
}

/** What a key on a handle asks for: a number is a step. */
function commandOf({ key, repeat }: KeyboardEvent, isHeld: boolean, axis: Axis) {
  const isTake = (key === " " || key === "Enter") && !repeat;
  if (!isHeld) return isTake ? "hold" : null;
  if (isTake || key === "Tab") return "drop";
  return key === "Escape" ? "cancel" : (steps[axis][key] ?? null);
}

/** A browser takes the focus away from what is moved on the page; then its handle gets it. */
function keepAtHand(id: string): void {
  const item = itemOf(id);
  if (document.activeElement === document.body) item?.querySelector<HTMLElement>("[data-handle]")?.focus();
  item?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
}

interface PointerHandlers {
  follow: (point: Point) => void;
  drop: () => void;
  cancel: () => void;
}

/** Listens on the window: a handle that is moved on the page loses the pointer. */
function usePointer(hold: Hold | null, { follow, drop, cancel }: PointerHandlers): void {
  const onFollow = useEffectEvent(follow);
  const onDrop = useEffectEvent(drop);
  const onCancel = useEffectEvent(cancel);
  const by = hold?.by;
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    // A press anywhere ends what the keyboard holds.
    if (by === "keys") window.addEventListener("pointerdown", () => onDrop(), { signal });
    if (by === "pointer") {
      window.addEventListener("pointermove", (pointer) => onFollow(pointer), { signal });
      window.addEventListener("pointerup", () => onDrop(), { signal });
      window.addEventListener("pointercancel", () => onCancel(), { signal });
      window.addEventListener("keydown", ({ key }) => key === "Escape" && onCancel(), { signal });
    }
    return () => leaving.abort();
  }, [by]);
}

function itemOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-item="${CSS.escape(id)}"]`);
}

/** Where an item held at a point belongs. */
function useIndexAt(axis: Axis) {
  const lastOver = useRef<Element | null>(null);
  return (id: string, point: Point): number => {
    const held = itemOf(id);
    const items = [...(held?.parentElement?.children ?? [])];
    if (axis !== "grid") return indexInLine(items, held, point, axis);
    const under = items.find((item) => isInside(item.getBoundingClientRect(), point)) ?? null;
    // A taller item that made way may still lie under the pointer: it has to be left before it counts again.
    const isNew = under !== null && under !== held && under !== lastOver.current;
    lastOver.current = under === held ? null : under;
    return items.indexOf(isNew ? under : (held as Element));
  };
}

/** After all whose middle lies before it. */
function indexInLine(items: Element[], held: Element | null, { clientX, clientY }: Point, axis: "x" | "y"): number {
  return items.filter((item) => {
    const { top, left, width, height } = item.getBoundingClientRect();
    return item !== held && (axis === "x" ? left + width / 2 < clientX : top + height / 2 < clientY);
  }).length;
}

function isInside({ top, left, right, bottom }: DOMRect, { clientX, clientY }: Point): boolean {
  return left <= clientX && clientX < right && top <= clientY && clientY < bottom;
}

/** The items as they were put in order; those that came meanwhile go last. */
function arrange(ids: string[], wanted: string[]): string[] {
  const known = new Set(wanted);
  return [...wanted.filter((id) => ids.includes(id)), ...ids.filter((id) => !known.has(id))];
}

function moveTo(order: string[], id: string, index: number): string[] {
  const others = order.filter((other) => other !== id);
  const at = Math.min(others.length, Math.max(0, index));
  return [...others.slice(0, at), id, ...others.slice(at)];
}

import { readStored, writeStored } from "../lib/shared/storage.ts";

/** Each person's own, on this browser. */
const keyOf = (userId: string) => `ui_single_keys.${userId}`;

/** Whether one key alone does something. Who speaks to the computer, or types by chance, can do without. */
export function hasSingleKeys(userId: string): boolean {
  return readStored(keyOf(userId)) !== "off";
}

export function switchSingleKeys(userId: string, isOn: boolean): void {
  writeStored(keyOf(userId), isOn ? null : "off");
}

/** What chords are made with on this device. */
export const chordKey = /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl";

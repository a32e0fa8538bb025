import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";

// A page loads its screen like a browser does; on a busy machine the first time takes longer than a second.
configure({ asyncUtilTimeout: 10_000 });

// DOMPurify asks Node itself for a node's name, which in happy-dom only the classes below it know.
Object.defineProperty(Node.prototype, "nodeName", {
  configurable: true,
  get(this: Node) {
    if (this instanceof Element) return this.tagName;
    return this instanceof Text ? "#text" : "#comment";
  },
});

const complaints: unknown[][] = [];

beforeEach(() => {
  complaints.length = 0;
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void complaints.push(words));
  }
  window.matchMedia ??= noMedia;
  window.scrollTo = () => undefined;
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  expect(complaints, "the test left words on the console").toEqual([]);
});

/** For the few tests about a warning: takes it, so that it does not fail the test. */
export function takeComplaints(): unknown[][] {
  return complaints.splice(0);
}

function noMedia(media: string): MediaQueryList {
  return Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;
}

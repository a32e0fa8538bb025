import { cleanup, configure, getConfig } from "@testing-library/react";
import { focusManager, onlineManager } from "@tanstack/react-query";
import * as React from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { service } from "../lib/services.ts";
import { createSession } from "../lib/session.ts";
import { complaints, isComplaint } from "./complaints.ts";
import { moveTo } from "./move-to.ts";
import { newPage } from "./new-page.ts";

// A page loads its screen like a browser does; the first time in a process takes seconds on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

// What waits looks again and again. Only its last look has to show the page, and for that it asks for the error once more.
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (!isWaiting) return getElementError(message, container);
    return Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" });
  },
});

// For its warnings React notes where each element was made, up to ten thousand a second: a tenth of what these tests take.
Object.defineProperty(
  Object.entries(React).find(([name]) => name.startsWith("__CLIENT_INTERNALS"))?.[1] ?? {},
  "recentlyCreatedOwnerStacks",
  { configurable: true, get: () => 10_000, set() {} },
);

// DOMPurify asks Node itself for a node's name, which in happy-dom only the classes below it know.
Object.defineProperty(Node.prototype, "nodeName", {
  configurable: true,
  get(this: Node) {
    if (this instanceof Element) return this.tagName;
    return this instanceof Text ? "#text" : "#comment";
  },
});

/** What the running test, and what it opened, listens to. */
const listening: Parameters<typeof window.addEventListener>[] = [];

// All tests of a process share one window: each begins with a page as if it had just been opened, and leaves it so.
beforeEach(() => {
  const addEventListener = window.addEventListener.bind(window);
  vi.spyOn(window, "addEventListener").mockImplementation((...added: (typeof listening)[number]) => {
    listening.push(added);
    addEventListener(...added);
  });
  complaints.length = 0;
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...said: unknown[]) => {
      if (isComplaint(said)) complaints.push(said);
    });
  }
  window.matchMedia ??= noMedia;
  window.scrollTo = () => undefined;
  newPage();
});

afterEach(async () => {
  cleanup();
  await service(createSession).stop();
  vi.useRealTimers();
  // What a page sends as it is left still reaches the test's own backend.
  await new Promise((resolve) => setTimeout(resolve));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  clearPage();
  expect(complaints, "the test left words on the console").toEqual([]);
});

function clearPage(): void {
  for (const [type, listener, options] of listening.splice(0)) window.removeEventListener(type, listener, options);
  localStorage.clear();
  sessionStorage.clear();
  const { documentElement: root, head, body } = document;
  for (const element of [root, head, body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  head.replaceChildren();
  body.replaceChildren();
  moveTo("http://localhost:3000/");
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
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

import { type BoardEventName, type EventFrame, type StandingsChange, topics } from "@clanhall/contract/events";
import type { BoardView } from "@clanhall/contract/public-scoreboards";
import { vi } from "vitest";
import { publicPages } from "../public-pages/render.tsx";
import { plainConfig } from "./fake-backend.ts";

const statusOf = { open: 200, passcode: 200, expired: 410, switched_off: 404, not_found: 404, unavailable: 503 };

/** Takes the place of the server behind a board's page: what it renders now, and what it was asked for. */
export function fakeBoardServer(first: BoardView) {
  const server = {
    view: first,
    /** Shown to whoever sends this token. */
    unlocked: null as { token: string; view: BoardView } | null,
    isReachable: true,
    asked: [] as { address: string; unlock: string | null }[],
  };
  class FakeRequest extends EventTarget {
    responseType = "";
    status = 0;
    response: Document | null = null;
    #asked = { address: "", unlock: null as string | null };
    open(_method: string, address: string) {
      this.#asked.address = address;
    }
    setRequestHeader(_name: string, value: string) {
      this.#asked.unlock = value;
    }
    send() {
      server.asked.push(this.#asked);
      queueMicrotask(() => {
        if (server.isReachable) this.#answer();
        this.dispatchEvent(new Event("loadend"));
      });
    }
    #answer() {
      const { unlocked } = server;
      const view = unlocked && this.#asked.unlock === unlocked.token ? unlocked.view : server.view;
      this.status = statusOf[view.state];
      const html = `<html><head><title>${view.state}</title></head><body>${publicPages.renderBoard(view, plainConfig)}`;
      this.response = new DOMParser().parseFromString(html, "text/html");
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  document.body.innerHTML = publicPages.renderBoard(first, plainConfig);
  return server;
}

/** Takes the place of the browser's event streams; a test opens, fails and feeds them by hand. */
export function fakeEventSource() {
  const streams: FakeSource[] = [];
  class FakeSource extends EventTarget {
    static readonly CLOSED = 2;
    readyState = 0;
    readonly address: string;
    constructor(address: string) {
      super();
      this.address = address;
      streams.push(this);
    }
    close() {
      this.readyState = FakeSource.CLOSED;
    }
    opens() {
      this.readyState = 1;
      this.dispatchEvent(new Event("open"));
    }
    fails(isForGood = false) {
      this.readyState = isForGood ? FakeSource.CLOSED : 0;
      this.dispatchEvent(new Event("error"));
    }
    sends(version: string) {
      const frame: EventFrame<StandingsChange> = { topic: topics.board("1"), data: { version } };
      const name: BoardEventName = "standings";
      this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(frame) }));
    }
  }
  vi.stubGlobal("EventSource", FakeSource);
  return streams;
}

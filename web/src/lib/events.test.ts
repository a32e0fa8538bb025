import type { ClanEventHandlers } from "@clanhall/contract/events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followClan } from "./events.ts";
import { authTokenKey } from "./shared/storage.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Answers each call with the next stream; the writer of the latest is the line to the page. */
function fakeStreams() {
  const calls: Headers[] = [];
  const paths: string[] = [];
  const lines: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    paths.push(path);
    calls.push(new Headers(init.headers));
    return new Response(new ReadableStream<Uint8Array>({ start: (line) => void lines.push(line) }));
  });
  const write = (text: string) => lines.at(-1)?.enqueue(new TextEncoder().encode(text));
  return { calls, paths, write, end: () => lines.at(-1)?.close() };
}

test("events are read whole, however they are cut, and say who is asking", async () => {
  localStorage.setItem(authTokenKey, "token-1");
  const { calls, paths, write } = fakeStreams();
  const entries = vi.fn<NonNullable<ClanEventHandlers["entries"]>>();
  const stop = followClan("1", { entries });
  await vi.advanceTimersByTimeAsync(0);
  write("retry: 2000\nid: open\n\n:\n\nid: 1\nevent: entr");
  write('ies\ndata: {"topic":"clan/1","data":{"days":[],"revision":7}}\n\n');
  write('id: 2\nevent: changed\ndata: {"topic":"clan/1","data":{}}\n\nevent: valueOf\ndata: {}\n\n');
  await vi.advanceTimersByTimeAsync(0);
  expect(calls[0]?.get("authorization")).toBe("Bearer token-1");
  expect(paths).toEqual(["/api/clans/1/events"]);
  expect(entries.mock.calls).toEqual([[{ days: [], revision: 7 }]]);
  stop();
});

test("a stream that ends is opened again and says that it was open before", async () => {
  const { calls, end } = fakeStreams();
  const stop = followClan("1", {});
  await vi.advanceTimersByTimeAsync(0);
  end();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls.map((headers) => headers.get("last-event-id"))).toEqual([null, "open"]);
  stop();
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(2);
});

test("somebody who may not follow is not asked about again", async () => {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    calls.push(path);
    return new Response(null, { status: 403 });
  });
  const stop = followClan("1", {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(1);
  stop();
});

test("somebody who may not follow any more has the page read anew, once", async () => {
  const { end } = fakeStreams();
  const resync = vi.fn<() => void>();
  const stop = followClan("1", { resync });
  await vi.advanceTimersByTimeAsync(0);
  vi.stubGlobal("fetch", async () => new Response(null, { status: 403 }));
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(resync).toHaveBeenCalledOnce();
  stop();
});

test("M1: a page that is refused a stream reads anew each minute, until it gets one", async () => {
  const { calls, end } = fakeStreams();
  const answerStreams = fetch;
  let refusals = 2;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) =>
    refusals-- > 0 ? new Response(null, { status: 429 }) : answerStreams(path, init),
  );
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const resync = vi.fn<() => void>();
  const stop = followClan("1", { resync });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(resync).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(resync).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(resync).toHaveBeenCalledTimes(2);
  expect(calls.map((headers) => headers.get("last-event-id"))).toEqual(["open"]);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(resync).toHaveBeenCalledTimes(2);
  stop();
  end();
});

test("M1: a page that is left while it waits for a stream reads nothing more", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 429 }));
  const resync = vi.fn<() => void>();
  const stop = followClan("1", { resync });
  await vi.advanceTimersByTimeAsync(30_000);
  stop();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(resync).not.toHaveBeenCalled();
});

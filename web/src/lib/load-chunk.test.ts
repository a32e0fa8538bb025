import { getHealth } from "@clanhall/contract/system";
import { expect, test, vi } from "vitest";
import { fakeBackend } from "../testing/fake-backend.ts";
import { markBackend, markOnline } from "./connectivity.ts";
import { loadWhenReachable } from "./load-chunk.ts";

const healthy = { status: "ok", version: "1", database: "ok" } as const;

test("somebody whose line drops before a screen has loaded gets it when the line is back", async () => {
  fakeBackend();
  markOnline(false);
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError("no network"))
    .mockResolvedValue("screen");
  const loaded = loadWhenReachable(load);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  markOnline(true);
  expect(await loaded).toBe("screen");
});

test("a server that is away is waited for", async () => {
  const backend = fakeBackend().refuses(getHealth, 503);
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError("refused"))
    .mockResolvedValue("screen");
  const loaded = loadWhenReachable(load);
  await vi.waitFor(() => expect(backend.callsTo(getHealth)).toHaveLength(1));
  markBackend(true);
  expect(await loaded).toBe("screen");
});

test("a part that is gone although the server answers is an error at once", async () => {
  fakeBackend().answers(getHealth, healthy);
  await expect(loadWhenReachable(() => Promise.reject(new TypeError("gone")))).rejects.toThrow("gone");
});

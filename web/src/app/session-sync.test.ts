import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { signOut, startSession } from "../lib/session.ts";
import { devUserKey } from "../lib/stored-session.ts";
import { findWantedPage } from "../lib/navigation.ts";
import { appFactor, storeSession } from "../testing/auth-entry.ts";
import { fakeBackend } from "../testing/fake-backend.ts";
import { syncSession } from "./session-sync.ts";
import { createQueryClient } from "./create-services.ts";

let stop = () => {};

afterEach(async () => {
  stop();
  await signOut();
});

function follow(href: string) {
  fakeBackend();
  const queries = createQueryClient();
  const documents: string[] = [];
  const openDocument = (path: string) => {
    documents.push(path);
    return new Promise<never>(() => undefined);
  };
  stop = syncSession({ queries, openDocument, currentHref: () => href });
  queries.setQueryData(["clans"], ["Night Owls"]);
  queries.setQueryData(["config"], { product_name: "Clanhall" });
  return { queries, documents };
}

async function become(userId: string) {
  localStorage.setItem(devUserKey, userId);
  await startSession()();
}

test("another user finds nothing of the one before, and stays on the page", async () => {
  await become("user-1");
  const { queries, documents } = follow("/dashboard");
  await become("user-2");
  expect(queries.getQueryData(["clans"])).toBeUndefined();
  expect(queries.getQueryData(["config"])).toBeTruthy();
  expect(documents).toEqual([]);
});

test("whoever signs out leaves nothing behind and goes to the landing page", async () => {
  await become("user-1");
  const { queries, documents } = follow("/dashboard");
  await signOut();
  expect(queries.getQueryData(["clans"])).toBeUndefined();
  expect(documents).toEqual(["/"]);
  expect(findWantedPage()).toBeNull();
});

test.each([
  ["ended by itself leads back to the page", -60, true],
  ["was signed out in another tab does not", 3000, false],
])("a session that %s", async (_, endsIn, isKept) => {
  storeSession({ endsIn });
  const stopSession = startSession();
  const { documents } = follow("/daily-activity?clan=7#notes");
  localStorage.removeItem("clanhall-auth");
  window.dispatchEvent(new StorageEvent("storage", { key: "clanhall-auth" }));
  expect(documents).toEqual(["/"]);
  expect(findWantedPage()).toBe(isKept ? "/daily-activity?clan=7#notes" : null);
  await stopSession();
});

test("a session that is renewed has what is known read anew, and nothing asked twice that is on its way", async () => {
  storeSession({ endsIn: 3000 });
  const stopSession = startSession();
  const { queries } = follow("/dashboard");
  const answer = Promise.withResolvers<string[]>();
  const queryFn = vi.fn(() => answer.promise);
  const stopReading = new QueryObserver(queries, { queryKey: ["boards"], queryFn }).subscribe(() => undefined);
  storeSession({ endsIn: 3500 });
  window.dispatchEvent(new StorageEvent("storage", { key: "clanhall-auth" }));
  await vi.waitFor(() => expect(queries.getQueryState(["clans"])?.isInvalidated).toBe(true));
  answer.resolve(["Week race"]);
  await vi.waitFor(() => expect(queries.getQueryData(["boards"])).toEqual(["Week race"]));
  expect(queryFn).toHaveBeenCalledOnce();
  stopReading();
  await stopSession();
});

test("what was refused before anything was known is asked for again once the session is renewed", async () => {
  storeSession({ endsIn: 3000 });
  const stopSession = startSession();
  const { queries } = follow("/dashboard");
  const queryFn = vi
    .fn()
    .mockRejectedValueOnce(new Error("A second factor is wanted"))
    .mockResolvedValue(["Week race"]);
  const query = { queryKey: ["boards"], queryFn, retry: false };
  const stopReading = new QueryObserver(queries, query).subscribe(() => undefined);
  await vi.waitFor(() => expect(queries.getQueryState(["boards"])?.status).toBe("error"));
  storeSession({ endsIn: 3500 });
  window.dispatchEvent(new StorageEvent("storage", { key: "clanhall-auth" }));
  await vi.waitFor(() => expect(queries.getQueryData(["boards"])).toEqual(["Week race"]));
  stopReading();
  await stopSession();
});

test("whoever signs out on an open page stays there", async () => {
  await become("user-1");
  const { documents } = follow("/login");
  await signOut();
  expect(documents).toEqual([]);
});

test("whoever is only half signed in all of a sudden is led to the second step and back", async () => {
  await become("user-1");
  const { documents } = follow("/daily-activity?clan=7");
  storeSession({ factors: [appFactor] });
  await startSession()();
  expect(documents).toEqual(["/login?next=%2Fdaily-activity%3Fclan%3D7"]);
});

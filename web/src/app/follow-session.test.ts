import { afterEach, expect, test } from "vitest";
import { signOut, startSession } from "../lib/session.ts";
import { devUserKey } from "../lib/session-store.ts";
import { appFactor, storeSession } from "../testing/auth-entry.ts";
import { fakeBackend } from "../testing/fake-backend.ts";
import { followSession } from "./follow-session.ts";
import { createQueryClient } from "./query-client.ts";

let stop = () => {};

afterEach(async () => {
  stop();
  await signOut();
});

function follow(currentPath: string) {
  fakeBackend();
  const queries = createQueryClient();
  const documents: string[] = [];
  const openDocument = (path: string) => {
    documents.push(path);
    return new Promise<never>(() => undefined);
  };
  stop = followSession({ queries, openDocument, currentPath: () => currentPath });
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
});

test("whoever signs out on an open page stays there", async () => {
  await become("user-1");
  const { documents } = follow("/login");
  await signOut();
  expect(documents).toEqual([]);
});

test("whoever is only half signed in all of a sudden is led to the second step and back", async () => {
  await become("user-1");
  const { documents } = follow("/daily-activity");
  storeSession({ factors: [appFactor] });
  await startSession()();
  expect(documents).toEqual(["/login?next=%2Fdaily-activity"]);
});

import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { realServer } from "../testing/real-server.ts";
import { send } from "./api-client.ts";
import { watchLeaving } from "./leaving.ts";

let stop = () => {};
afterEach(() => {
  window.dispatchEvent(new Event("pageshow"));
  stop();
});

/** A list whose orders are sent one after the other; none of them is ever answered. */
function openList() {
  const queries = new QueryClient();
  stop = watchLeaving(queries);
  const sent: string[] = [];
  const mutationFn = (order: string) => {
    sent.push(order);
    return new Promise<never>(() => undefined);
  };
  const put = (order: string, scope?: string) => {
    const options = { mutationFn, ...(scope && { scope: { id: scope } }) };
    void new MutationObserver(queries, options).mutate(order).catch(() => undefined);
  };
  return { sent, put };
}

test("a change that waits for an earlier one is sent as the page is left, and no other a second time", async () => {
  const { sent, put } = openList();
  put("b a", "order");
  put("c b a", "order");
  put("a name");
  await vi.waitFor(() => expect(sent).toEqual(["b a", "a name"]));
  window.dispatchEvent(new Event("pagehide"));
  expect(sent).toEqual(["b a", "a name", "c b a"]);
});

test("what is sent then outlives the page, unless it is more than a browser takes along", async () => {
  await realServer({ "PUT /items": { body: {} } });
  openList();
  const asked = vi.spyOn(globalThis, "fetch");
  const put = async (name: string) => {
    await send({ method: "PUT", path: "/items", body: { name } });
    return asked.mock.lastCall?.[1]?.keepalive;
  };
  expect(await put("Axe")).toBe(false);
  window.dispatchEvent(new Event("pagehide"));
  expect(await put("Axe")).toBe(true);
  expect(await put("x".repeat(50_000))).toBe(false);
  window.dispatchEvent(new Event("pageshow"));
  expect(await put("Axe")).toBe(false);
});

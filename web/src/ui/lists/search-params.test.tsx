import { createMemoryHistory } from "@tanstack/react-router";
import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { inRouter } from "../../testing/in-router.tsx";
import { useSearchParams } from "./search-filters.ts";

const spec = { show: { values: ["bin"] } } as const;

test("a change goes into the address with what is always part of it; one that comes after its part has gone does not", () => {
  const history = createMemoryHistory({ initialEntries: ["/?clan=ironwood&q=kara"] });
  const { result, unmount } = renderHook(() => useSearchParams(spec, { clan: "owls" }), {
    wrapper: ({ children }) => inRouter(children, history),
  });
  result.current.set({ show: "bin" });
  expect(history.location.search).toBe("?clan=owls&q=kara&show=bin");
  unmount();
  history.replace("/?clan=ironwood");
  result.current.set({ show: "" });
  expect(history.location.search).toBe("?clan=ironwood");
});

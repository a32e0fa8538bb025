import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { useOptimisticMutation } from "./mutations.ts";

type More = Partial<Parameters<typeof useOptimisticMutation<string[], string, string>>[0]>;

function setUp(mutationFn: (name: string) => Promise<string>, more: More = {}) {
  const queries = new QueryClient();
  for (const list of ["all", "open"]) queries.setQueryData(["names", list], ["Ann"]);
  queries.setQueryData(["others"], ["Zoe"]);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    () =>
      useOptimisticMutation<string[], string, string>({
        queryKey: ["names"],
        apply: (names, name) => [...names, name],
        mutationFn,
        ...more,
      }),
    { wrapper },
  );
  const read = () => [["names", "all"], ["names", "open"], ["others"]].map((key) => queries.getQueryData(key));
  return { queries, result, read };
}

test("it is shown at once in every list it changes, and asked for again once it is done", async () => {
  const answer = Promise.withResolvers<string>();
  const { queries, result, read } = setUp(() => answer.promise);
  act(() => result.current.mutate("Ben"));
  await waitFor(() => expect(read()).toEqual([["Ann", "Ben"], ["Ann", "Ben"], ["Zoe"]]));
  expect(queries.getQueryState(["names", "all"])?.isInvalidated).toBe(false);
  answer.resolve("Ben");
  await waitFor(() => expect(queries.getQueryState(["names", "all"])?.isInvalidated).toBe(true));
  expect(queries.getQueryState(["others"])?.isInvalidated).toBe(false);
});

test("what is refused is taken back, and the error stays until the next try", async () => {
  const { result, read } = setUp((name) => (name === "Ben" ? Promise.reject(new Error("No")) : Promise.resolve(name)));
  act(() => result.current.mutate("Ben"));
  await waitFor(() => expect(result.current.error).toEqual(new Error("No")));
  expect(read()).toEqual([["Ann"], ["Ann"], ["Zoe"]]);
  act(() => result.current.mutate("Cat"));
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(result.current.error).toBeNull();
});

test("an answer that is on the way does not undo what is shown", async () => {
  const late = Promise.withResolvers<string[]>();
  const { queries, result, read } = setUp(() => new Promise(() => undefined));
  void queries.fetchQuery({ queryKey: ["names", "all"], queryFn: () => late.promise }).catch(() => undefined);
  act(() => result.current.mutate("Ben"));
  await waitFor(() => expect(read()[0]).toEqual(["Ann", "Ben"]));
  late.resolve(["Ann"]);
  await late.promise;
  expect(read()[0]).toEqual(["Ann", "Ben"]);
});

test("the error stays while others that were begun before it end well", async () => {
  const late = Promise.withResolvers<string>();
  const { result } = setUp((name) => (name === "Ben" ? late.promise : Promise.resolve(name)));
  act(() => result.current.mutate("Ben"));
  act(() => result.current.mutate("Cat"));
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  late.reject(new Error("No"));
  await waitFor(() => expect(result.current.error).toEqual(new Error("No")));
  act(() => result.current.reset());
  expect(result.current.error).toBeNull();
});

test("with a scope the answer of the last one counts, and only a failure asks again", async () => {
  const answers = new Map(["Ben", "Cat", "Dan"].map((name) => [name, Promise.withResolvers<string>()]));
  const { queries, result, read } = setUp((name) => answers.get(name)?.promise ?? Promise.resolve(name), {
    scope: "names",
    take: (_names, answer) => answer.split(" "),
  });
  const isInvalidated = () => queries.getQueryState(["names", "all"])?.isInvalidated;
  act(() => result.current.mutate("Ben"));
  act(() => result.current.mutate("Cat"));
  await waitFor(() => expect(read()[0]).toEqual(["Ann", "Ben", "Cat"]));
  answers.get("Ben")?.resolve("Ann Ben");
  answers.get("Cat")?.resolve("Ann Ben Cat Cleo");
  await waitFor(() => expect(read()[0]).toEqual(["Ann", "Ben", "Cat", "Cleo"]));
  expect(isInvalidated()).toBe(false);
  act(() => result.current.mutate("Dan"));
  answers.get("Dan")?.reject(new Error("No"));
  await waitFor(() => expect(isInvalidated()).toBe(true));
  expect(read()[0]).toEqual(["Ann", "Ben", "Cat", "Cleo"]);
});

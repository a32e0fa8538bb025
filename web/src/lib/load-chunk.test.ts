import { getHealth } from "@clanhall/contract/system";
import { render, waitFor } from "@testing-library/react";
import { Component, type ComponentType, createElement, type ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { fakeBackend } from "../testing/fake-backend.ts";
import { markBackend, markOnline } from "./connectivity.ts";
import { loadWhenReachable, promptPart } from "./load-chunk.ts";

class Boundary extends Component<{ children?: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render = () => (this.state.hasFailed ? "failed" : this.props.children);
}

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

test("a part that is missed at once is loaded when it is first shown, and is there at once the next time", async () => {
  fakeBackend();
  const load = vi.fn<() => Promise<ComponentType<{ name: string }>>>(
    async () =>
      ({ name }) =>
        `Hall of ${name}`,
  );
  const Part = promptPart(load);
  expect(load).not.toHaveBeenCalled();
  const show = () => render(createElement(Part, { name: "Kara", fallback: "waiting" }));
  const { container, unmount } = show();
  expect(container.textContent).toBe("waiting");
  await waitFor(() => expect(container.textContent).toBe("Hall of Kara"));
  unmount();
  expect(show().container.textContent).toBe("Hall of Kara");
});

test("a part that is missed at once and gone is an error where it is shown", async () => {
  fakeBackend().answers(getHealth, healthy);
  const caught = vi.fn<(error: unknown) => void>();
  const Part = promptPart(() => Promise.reject(new TypeError("gone")));
  const part = createElement(Part, { fallback: "waiting" });
  const { container } = render(createElement(Boundary, null, part), { onCaughtError: caught });
  await waitFor(() => expect(container.textContent).toBe("failed"));
  expect(caught.mock.calls[0]?.[0]).toMatchObject({ message: "gone" });
});

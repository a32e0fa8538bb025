import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, renderHook, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiError, unreachable } from "../lib/api-errors.ts";
import { service } from "../lib/services.ts";
import { userEvent } from "../testing/user-event.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { createToasts } from "./toasts.ts";
import { useLateError } from "./late-error.ts";

const said = () => service(createToasts).current();

afterEach(() => {
  const toast = said();
  if (toast) service(createToasts).dismiss(toast);
});

const refused = new ApiError("This day is closed.", "HTTP_409", { status: 409 });

test("an open dialog shows its error itself", () => {
  const { result } = renderHook(() => useLateError("Warn Kara"));
  result.current(refused);
  expect(said()).toBeNull();
});

test.each([
  ["Warn Kara", refused, "Failed to warn Kara. This day is closed."],
  ["Suspend Kara?", refused, "Failed to suspend Kara. This day is closed."],
  ["Warn Kara", unreachable("ETIMEDOUT"), "Failed to warn Kara. No answer from the server. Try again."],
])("once it is closed, a toast says what was tried and why it failed: %s", (tried, error, message) => {
  const { result, unmount } = renderHook(() => useLateError(tried));
  unmount();
  result.current(error);
  expect(said()).toEqual({ kind: "error", message });
});

test("neither does a question lose why it could not be done", async () => {
  const answer = Promise.withResolvers<void>();
  const question = (
    <ConfirmDialog title="Leave Night Owls?" action="Leave" onConfirm={() => answer.promise} onClose={() => undefined}>
      You can come back.
    </ConfirmDialog>
  );
  const queries = new QueryClient();
  const { rerender } = render(<QueryClientProvider client={queries}>{question}</QueryClientProvider>);
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  rerender(<QueryClientProvider client={queries}>{null}</QueryClientProvider>);
  answer.reject(refused);
  await waitFor(() => expect(said()?.message).toBe("Failed to leave Night Owls. This day is closed."));
});

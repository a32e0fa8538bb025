import { screen, within } from "@testing-library/react";
import { userEvent } from "./user-event.ts";

/** Leaves a dialog as Escape does, is asked about what was typed, and stays. */
export async function leaveAndStay(dialog: HTMLElement): Promise<void> {
  dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  const question = within(await screen.findByRole("dialog", { name: "Discard changes?" }));
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
}

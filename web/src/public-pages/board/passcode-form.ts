import { tryPasscode, type Unlocking } from "./unlock.ts";

interface PasscodeForm {
  boardToken: string;
  unlocking: Unlocking;
  /** Loads the board anew. */
  reload: () => Promise<void>;
}

/** Answers the passcode form, which may come and go with the content of the page. */
export function installPasscodeForm(page: Window, main: HTMLElement, form: PasscodeForm): void {
  main.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(page, event.target as HTMLFormElement, form);
  });
}

/** Shows a form that has just come. */
export function showPasscodeForm(main: HTMLElement): void {
  const form = main.querySelector<HTMLFormElement>("[data-unlock]");
  if (form) form.hidden = false;
}

async function send(page: Window, element: HTMLFormElement, { boardToken, unlocking, reload }: PasscodeForm) {
  const field = element.querySelector<HTMLInputElement>("input");
  const button = element.querySelector<HTMLButtonElement>("button");
  const refusal = element.querySelector("[role=alert]");
  if (!field || !button || !refusal || button.disabled) return;
  button.disabled = true;
  refusal.textContent = "";
  const outcome = await tryPasscode(page, boardToken, field.value, unlocking.earlier());
  button.disabled = false;
  if (outcome === "gone") return reload();
  if ("token" in outcome) {
    unlocking.keep(outcome.token);
    return reload();
  }
  refusal.textContent = outcome.refusal;
  field.setAttribute("aria-invalid", "true");
  field.select();
}

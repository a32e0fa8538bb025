import { boardCalls, unlockHeader } from "@clanhall/contract/public-board-calls";

const unreachable = "The board cannot be reached right now. Try again in a moment.";

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
  const alert = element.querySelector("[role=alert]");
  if (!field || !button || !alert || button.disabled) return;
  button.disabled = true;
  alert.textContent = "";
  const outcome = await tryPasscode(page, boardToken, field.value, unlocking.earlier());
  button.disabled = false;
  if (outcome === "gone") return reload();
  if ("token" in outcome) {
    unlocking.keep(outcome.token);
    return reload();
  }
  alert.textContent = outcome.error;
  field.setAttribute("aria-invalid", "true");
  field.select();
}

/** What opens a board with a passcode, kept until the tab is closed; where that is forbidden, until the page is. */
interface Unlocking {
  token: () => string | null;
  /** What opened it last in this browser: it proves that whoever types here knew the passcode, and opens nothing. */
  earlier: () => string | null;
  keep: (unlockToken: string | null) => void;
}

export function createUnlocking(page: Window, boardToken: string): Unlocking {
  const key = `scoreboard_unlock/${boardToken}`;
  const open = createKept(() => page.sessionStorage, key);
  const earlier = createKept(() => page.localStorage, key);
  return {
    token: open.read,
    earlier: earlier.read,
    keep(unlockToken) {
      open.write(unlockToken);
      if (unlockToken !== null) earlier.write(unlockToken);
    },
  };
}

/** One text in a storage of the browser, which may be forbidden inside another site. */
function createKept(storage: () => Storage, key: string) {
  let kept: string | null = null;
  try {
    kept = storage().getItem(key);
  } catch {
    // There is nothing to read.
  }
  return {
    read: () => kept,
    write(text: string | null) {
      kept = text;
      try {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        // It then lasts as long as the page.
      }
    },
  };
}

/** A token, a sentence for the person who typed the passcode, or word that the board no longer asks for one. */
type Outcome = { token: string } | { error: string } | "gone";

async function tryPasscode(
  page: Window,
  boardToken: string,
  passcode: string,
  earlier: string | null,
): Promise<Outcome> {
  try {
    const answer = await page.fetch(boardCalls.unlock.replace(":token", encodeURIComponent(boardToken)), {
      method: "POST",
      headers: { "content-type": "application/json", ...(earlier && { [unlockHeader]: earlier }) },
      body: JSON.stringify({ passcode }),
    });
    const body = (await answer.json()) as { unlock_token?: string };
    if (answer.ok && body.unlock_token) return { token: body.unlock_token };
    return answer.status === 404 || answer.status === 410 ? "gone" : { error: errorText(answer) };
  } catch {
    return { error: unreachable };
  }
}

function errorText({ status, headers }: Response): string {
  if (status === 429 || status === 423) {
    const minutes = Math.ceil(Number(headers.get("retry-after") ?? 0) / 60);
    return `Too many tries. Try again in ${minutes > 1 ? `${minutes} minutes` : "a minute"}.`;
  }
  return status >= 500 ? unreachable : "Wrong passcode. Try again.";
}

import { getConfig } from "@clanhall/contract/system";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import { sessionAnswer } from "../testing/auth-entry.ts";
import { fakeAccount, karasUser, openAccount } from "../testing/fake-account.ts";
import { catchFiles } from "../testing/catch-files.ts";
import { plainConfig } from "../testing/fake-backend.ts";

const dialog = (name: string) => screen.findByRole("dialog", { name });
const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));

const factor = {
  id: "f1",
  factor_type: "totp",
  status: "verified",
  friendly_name: "My phone",
  created_at: "2026-01-02T00:00:00Z",
  updated_at: "2026-01-02T00:00:00Z",
};
const withFactor = { ...karasUser, factors: [factor] };
const codes = Array.from({ length: 10 }, (_, index) => `abcde-1234${index}`);

function accountWithoutFactor() {
  const account = fakeAccount();
  account.auth
    .answers("POST /factors", {
      id: "f1",
      type: "totp",
      friendly_name: "Authenticator app",
      totp: { qr_code: "<svg/>", secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x" },
    })
    .answers("POST /factors/f1/challenge", { id: "challenge-1", type: "totp", expires_at: 2_000_000_000 })
    .answers("POST /factors/f1/verify", sessionAnswer)
    .answers("POST /factors/recovery-codes", { id: "f2", type: "recovery_code", total: 10, codes })
    .answers("DELETE /factors/f1", { id: "f1" });
  return account;
}

function accountWithFactor() {
  const account = fakeAccount();
  account.auth
    .answers("GET /user", withFactor)
    .answers("GET /factors/recovery-codes", { id: "f2", type: "recovery_code", total: 10, remaining: 7 });
  return account;
}

async function openApp() {
  await openAccount("security");
  await userEvent.click(await screen.findByRole("button", { name: "Add authenticator app" }));
  return within(await dialog("Add an authenticator app"));
}

test("an authenticator app is added: name, picture and key, code, then the recovery codes, shown once", async () => {
  const { auth } = accountWithoutFactor();
  const adding = await openApp();
  expect(adding.getByText(/your other devices are signed out/)).toBeTruthy();
  expect(adding.getByLabelText("Name")).toHaveProperty("value", "Authenticator app");
  await userEvent.click(adding.getByRole("button", { name: "Continue" }));

  const picture = await adding.findByRole("img", { name: "QR code for your authenticator app" });
  expect(picture.getAttribute("src")).toBe("data:image/svg+xml;utf-8,<svg/>");
  expect(adding.getByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
  await userEvent.type(adding.getByLabelText("Code from the app"), "123456");
  auth.answers("GET /user", withFactor);
  await userEvent.click(adding.getByRole("button", { name: "Turn it on" }));

  const kept = within(await dialog("Your recovery codes"));
  expect(kept.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(codes);
  expect(auth.sentTo("POST /factors/f1/verify")).toEqual([{ challenge_id: "challenge-1", code: "123456" }]);
  expect(kept.queryByRole("button", { name: "Close" })).toBeNull();
  expect(kept.getByRole("button", { name: "Done" })).toHaveProperty("disabled", true);
  await userEvent.click(kept.getByLabelText("I have saved my codes"));
  await userEvent.click(kept.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await screen.findByRole("button", { name: "Remove My phone" });
});

test("recovery codes can be copied, downloaded and printed", async () => {
  const { auth } = accountWithFactor();
  auth.answers("POST /factors/recovery-codes/regenerate", { id: "f2", type: "recovery_code", total: 10, codes });
  const copied = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  const files = catchFiles();
  const print = vi.fn<() => void>();
  vi.stubGlobal("print", print);
  await openAccount("security");
  await screen.findByText(/7 of 10 left/);
  await click("Create new codes");
  const asked = within(await dialog("Create new recovery codes?"));
  expect(asked.getByText("The ones you have stop working at once.")).toBeTruthy();
  await userEvent.click(asked.getByRole("button", { name: "Create codes" }));
  const kept = within(await dialog("Your recovery codes"));
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(copied);
  await userEvent.click(kept.getByRole("button", { name: "Copy" }));
  await kept.findByRole("button", { name: "Copied" });
  expect(copied.mock.calls[0]?.[0]).toContain(codes.join("\n"));
  await userEvent.click(kept.getByRole("button", { name: "Download" }));
  expect(await files[0]?.text()).toContain(codes.join("\n"));
  await userEvent.click(kept.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
});

test("a wrong code is told at its field and the next try uses a new challenge", async () => {
  const { auth } = accountWithoutFactor();
  auth.refuses("POST /factors/f1/verify", 422, "mfa_verification_failed");
  const adding = await openApp();
  await userEvent.click(adding.getByRole("button", { name: "Continue" }));
  const code = await adding.findByLabelText("Code from the app");
  await userEvent.click(adding.getByRole("button", { name: "Turn it on" }));
  expect(adding.getByText("Enter the six digits.")).toBeTruthy();
  await userEvent.type(code, "111111");
  auth.answers("POST /factors/f1/challenge", { id: "challenge-2", type: "totp", expires_at: 2_000_000_000 });
  await userEvent.click(adding.getByRole("button", { name: "Turn it on" }));
  await adding.findByText("This code is wrong. Wait for the next one and try again.");
  auth.answers("POST /factors/f1/verify", sessionAnswer);
  await userEvent.clear(code);
  await userEvent.type(code, "222222");
  await userEvent.click(adding.getByRole("button", { name: "Turn it on" }));
  await dialog("Your recovery codes");
  expect(auth.sentTo("POST /factors/f1/verify").at(-1)).toEqual({ challenge_id: "challenge-2", code: "222222" });
  await userEvent.click(screen.getByLabelText("I have saved my codes"));
  await click("Close");
});

test("an enrolment that is given up is taken back", async () => {
  const { backend } = accountWithoutFactor();
  const adding = await openApp();
  await userEvent.click(adding.getByRole("button", { name: "Continue" }));
  await adding.findByRole("img");
  await userEvent.click(adding.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(backend.received.map(({ call }) => call)).toContain("DELETE /auth/v1/factors/f1"));
});

test("a name that is taken is refused here already, and a free one is suggested", async () => {
  const { auth } = accountWithFactor();
  auth.answers("GET /user", { ...karasUser, factors: [{ ...factor, friendly_name: "Authenticator app" }] });
  const adding = await openApp();
  const name = adding.getByLabelText("Name");
  expect(name).toHaveProperty("value", "Authenticator app 2");
  await userEvent.clear(name);
  await userEvent.insert(name, "Authenticator app");
  await userEvent.click(adding.getByRole("button", { name: "Continue" }));
  expect(adding.getByText(/^You already have a second factor with this name/)).toBeTruthy();
  expect(auth.sentTo("POST /factors")).toEqual([]);
});

test("a phone is added where text messages are set up", async () => {
  const { backend, auth } = accountWithoutFactor();
  backend.answers(getConfig, { ...plainConfig, phone_factors: true });
  auth.answers("POST /factors", { id: "f1", type: "phone", friendly_name: "Phone", phone: "+491512345678" });
  await openAccount("security");
  await userEvent.click(await screen.findByRole("button", { name: "Add phone" }));
  const adding = within(await dialog("Add a phone"));
  await userEvent.type(adding.getByLabelText("Phone number"), "0151");
  await userEvent.click(adding.getByRole("button", { name: "Continue" }));
  expect(adding.getByText(/Enter the number with its country code/)).toBeTruthy();
  await userEvent.clear(adding.getByLabelText("Phone number"));
  await userEvent.insert(adding.getByLabelText("Phone number"), "+49 151 2345678");
  await userEvent.click(adding.getByRole("button", { name: "Continue" }));
  await adding.findByText("We sent a code to your phone.");
  expect(auth.sentTo("POST /factors")).toMatchObject([{ factor_type: "phone", phone: "+491512345678" }]);
});

test("a phone whose text message could not be sent is taken back, and the next try can have the same name", async () => {
  const { backend, auth } = accountWithoutFactor();
  backend.answers(getConfig, { ...plainConfig, phone_factors: true });
  auth.answers("POST /factors", { id: "f1", type: "phone", friendly_name: "Phone", phone: "+491512345678" });
  auth.refuses("POST /factors/f1/challenge", 422, "sms_send_failed");
  await openAccount("security");
  await userEvent.click(await screen.findByRole("button", { name: "Add phone" }));
  const adding = within(await dialog("Add a phone"));
  await userEvent.insert(adding.getByLabelText("Phone number"), "+49 151 2345678");
  await userEvent.click(adding.getByRole("button", { name: "Continue" }));
  await adding.findByText("The text message could not be sent. Check the number and try again.");
  const factorCalls = backend.received.map(({ call }) => call).filter((call) => call.includes("/factors"));
  expect(factorCalls.at(-1)).toBe("DELETE /auth/v1/factors/f1");
  auth.answers("POST /factors/f1/challenge", { id: "challenge-1", type: "phone", expires_at: 2_000_000_000 });
  await userEvent.click(adding.getByRole("button", { name: "Continue" }));
  await adding.findByText("We sent a code to your phone.");
  expect(auth.sentTo("POST /factors")).toMatchObject([{ friendly_name: "Phone" }, { friendly_name: "Phone" }]);
});

test("an app that could not be challenged is taken back as well", async () => {
  const { backend, auth } = accountWithoutFactor();
  auth.refuses("POST /factors/f1/challenge", 429, "over_request_rate_limit");
  const adding = await openApp();
  await userEvent.click(adding.getByRole("button", { name: "Continue" }));
  await adding.findByText(/^Too many tries/);
  expect(backend.received.at(-1)?.call).toBe("DELETE /auth/v1/factors/f1");
});

test("the name of a factor that is being added elsewhere is taken, that of one given up long ago is free", async () => {
  const { auth } = accountWithFactor();
  const unfinished = { ...factor, id: "f8", status: "unverified", friendly_name: "Authenticator app" };
  const begun = { ...unfinished, created_at: new Date().toISOString() };
  const left = { ...unfinished, id: "f9", friendly_name: "Authenticator app 2" };
  auth.answers("GET /user", { ...karasUser, factors: [factor, begun, left] });
  const adding = await openApp();
  expect(adding.getByLabelText("Name")).toHaveProperty("value", "Authenticator app 2");
});

test("without text messages the page says so", async () => {
  fakeAccount();
  await openAccount("security");
  await screen.findByText("Codes by text message are not set up here.");
  expect(screen.queryByRole("button", { name: "Add phone" })).toBeNull();
});

test("a factor is removed after a warning, and the session is fetched anew", async () => {
  const { backend, auth } = accountWithFactor();
  auth.answers("DELETE /factors/f1", { id: "f1" }).answers("POST /token", sessionAnswer);
  await openAccount("security");
  await userEvent.click(await screen.findByRole("button", { name: "Remove My phone" }));
  const asked = within(await dialog("Remove My phone?"));
  expect(asked.getByText(/your only second factor/)).toBeTruthy();
  auth.answers("GET /user", karasUser);
  await userEvent.click(asked.getByRole("button", { name: "Remove" }));
  await screen.findByText("You have none yet.");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Second factor"));
  expect(backend.received.map(({ call }) => call)).toContain("POST /auth/v1/token");
});

test("a removal that is refused keeps the dialog and says why", async () => {
  const { auth } = accountWithFactor();
  auth.refuses("DELETE /factors/f1", 422, "insufficient_aal");
  await openAccount("security");
  await userEvent.click(await screen.findByRole("button", { name: "Remove My phone" }));
  const asked = within(await dialog("Remove My phone?"));
  await userEvent.click(asked.getByRole("button", { name: "Remove" }));
  await asked.findByText(/This needs your second factor/);
  await userEvent.click(asked.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("button", { name: "Remove My phone" })).toBeTruthy();
});

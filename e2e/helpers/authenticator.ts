import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";

/** What an authenticator app shows for this key. No code counts twice, but the next one may come half a minute early. */
export function codeFrom(key: string, moment: "now" | "next"): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + (moment === "now" ? 0 : 1)));
  const digest = createHmac("sha1", fromBase32(key)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

function fromBase32(text: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(text, (character) => alphabet.indexOf(character).toString(2).padStart(5, "0")).join("");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** Begins to add an app on the Account page and answers with the key that it shows. */
export async function startAuthenticator(page: Page): Promise<string> {
  await page.goto("/account?tab=security");
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code" })).toBeVisible();
  return (await dialog.getByRole("code").innerText()).replaceAll(" ", "");
}

/** Turns the second factor on; answers with the key and the recovery codes, which are kept. */
export async function addAuthenticator(page: Page) {
  const key = await startAuthenticator(page);
  await page.getByLabel("Code from the app").fill(codeFrom(key, "now"));
  await page.getByRole("button", { name: "Turn it on" }).click();
  const recoveryCodes = await keepRecoveryCodes(page);
  return { key, recoveryCodes };
}

export async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(dialog).toBeVisible();
  const codes = await dialog.getByRole("code").allInnerTexts();
  await dialog.getByRole("checkbox", { name: "I have saved my codes" }).check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  return codes;
}

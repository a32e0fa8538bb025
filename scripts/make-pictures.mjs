import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { demoAccounts, demoPassword } from "../server/src/cli/demo/story.ts";
import { ensureBuilt } from "./build.mjs";
import { findChromium } from "./find-chromium.mjs";
import { giveUp, root } from "./run-quietly.mjs";

/** Takes the README's pictures from a demo made for them, and removes it again. */
const folder = join(root, "docs", "pictures");
const clanName = "Ember Wolves";
const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

await ensureBuilt();
const executablePath = (await findChromium()) ?? giveUp("No Chromium was found; CHROMIUM_PATH can name one.");
mkdirSync(folder, { recursive: true });
const demo = await startDemo();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  await takePictures(demo);
} finally {
  await browser.close();
  await demo.stop();
}

async function takePictures({ address, board }) {
  const clanId = await findClan(address);
  const page = await openPage(wide);
  await signIn(page, address);
  await page.getByText("Wolves of the week").first().waitFor();
  await take(page, "dashboard");
  await page.goto(`${address}/daily-activity?clan=${clanId}`);
  await page.getByRole("gridcell").first().waitFor();
  await take(page, "daily-activity");
  for (const [name, size] of [
    ["scoreboard", wide],
    ["scoreboard-on-a-phone", phone],
  ]) {
    const visitor = await openPage(size);
    await visitor.goto(board);
    await take(visitor, name);
  }
}

async function openPage(viewport) {
  const context = await browser.newContext({ viewport, locale: "en-GB", reducedMotion: "reduce" });
  return context.newPage();
}

async function take(page, name) {
  await page.waitForLoadState("load");
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await page.screenshot({ path: join(folder, `${name}.png`) });
  process.stdout.write(`docs/pictures/${name}.png\n`);
}

async function signIn(page, address) {
  await page.goto(`${address}/login`);
  await page.getByLabel("E-mail").fill(demoAccounts.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/dashboard");
}

async function findClan(address) {
  const body = JSON.stringify({ email: demoAccounts.owner.email, password: demoPassword });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${address}/auth/v1/token?grant_type=password`, { method: "POST", headers, body });
  const { access_token: token } = await answer.json();
  const clans = await fetch(`${address}/api/clans/my`, { headers: { authorization: `Bearer ${token}` } });
  return (await clans.json()).find(({ name }) => name === clanName).id;
}

async function startDemo() {
  const data = mkdtempSync(join(tmpdir(), "clanhall-pictures-"));
  // The database may run as another user, who has to pass.
  chmodSync(data, 0o755);
  const port = await findFreePort();
  const env = { ...process.env, DATABASE_URL: "", PUBLIC_URL: "", PORT: port, CLANHALL_DATA: join(data, "data") };
  const server = spawn(process.execPath, [join(root, "scripts", "start.mjs"), "--demo"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  const stop = async () => {
    server.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  let said = "";
  for await (const chunk of server.stdout) {
    said += String(chunk);
    const board = new RegExp(`Wolves of the week, ${clanName} +(\\S+)\\n`).exec(said)?.[1];
    if (board && said.includes("It stays in")) return { address: `http://localhost:${port}`, board, stop };
  }
  return giveUp("The demo did not start.", said);
}

async function findFreePort() {
  const probe = createServer().listen(0, "localhost");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  return String(port);
}

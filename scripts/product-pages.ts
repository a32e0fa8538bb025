import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { createViteServer } from "vitest/node";
import { contentSecurityPolicy, toSecurityHeaders } from "../server/src/http/security-headers.ts";
import { findChromium } from "./find-chromium.mjs";

const headers = {
  ...toSecurityHeaders(contentSecurityPolicy({ scripts: [], styles: [], connect: [] })),
  "content-type": "text/html",
};
const packages = ["dompurify", "react", "react-dom/client", "react/jsx-dev-runtime"];
const editorPackages = [
  "@tanstack/react-router",
  "@tiptap/core",
  "@tiptap/react",
  "@tiptap/starter-kit",
  "@tiptap/pm/model",
];
/** In place of the development server's own, which would open connections and set styles. */
const devClient = `
  export const updateStyle = () => {}, removeStyle = () => {};
  export const createHotContext = () => ({ accept: () => {}, prune: () => {} });`;
/** Chromium also reports these in a document that is only parsed and never shown. */
const harmless = /^(?:Applying inline style|Setting the document's base URI)|\/api\/csp-reports$/u;

/** Pages of Chromium under the product's own policy, each with one of the web's test scripts on it and nothing else. */
export async function startProductPages() {
  const sources = await createViteServer({
    configFile: false,
    root: fileURLToPath(new URL("../web", import.meta.url)),
    appType: "custom",
    logLevel: "error",
    cacheDir: "../node_modules/.cache/product-pages",
    server: { host: "127.0.0.1", port: 0, hmr: false, ws: false },
    optimizeDeps: { include: [...packages, ...editorPackages], noDiscovery: true },
  });
  await sources.listen();
  const executablePath = (await findChromium()) ?? "";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  return {
    open: async (script: string) => openPage(await browser.newPage(), script, sources.resolvedUrls?.local[0] ?? ""),
    close: async () => {
      await browser.close();
      await sources.close();
    },
  };
}

/** Also hands over what the page says and asks for from then on. */
async function openPage(page: Page, script: string, base: string): Promise<{ page: Page; noise: string[] }> {
  const noise: string[] = [];
  const note = (texts: string) => harmless.test(texts) || noise.push(texts);
  const body = `<!doctype html><title>Test</title><body><script type="module" src="/src/testing/${script}"></script>`;
  await page.route("**/page", (route) => route.fulfill({ headers, body }));
  await page.route("**/@vite/client", (route) => route.fulfill({ contentType: "text/javascript", body: devClient }));
  await page.route("**/api/csp-reports", (route) => route.fulfill({ status: 204 }));
  page.on("console", (message) => message.type() === "info" || note(message.text()));
  page.on("pageerror", (error) => note(String(error)));
  await page.goto(`${base}page`);
  await page.waitForFunction(() => "isReady" in globalThis);
  page.on("request", (request) => note(request.url()));
  return { page, noise };
}

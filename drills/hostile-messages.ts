import { join } from "node:path";
import { bulletinTags } from "@clanhall/contract/rules/bulletin-html";
import { hostileHtml } from "@clanhall/contract/testing/hostile-html";
import { chromium, type Page } from "@playwright/test";
import { build, type Plugin } from "vite";
import { findChromium } from "../scripts/find-chromium.mjs";
import { type Drill, exactly } from "./drill.ts";

const root = join(import.meta.dirname, "..");
const site = "http://clanhall.test/";
const batch = 1_000;

interface Finding {
  why: string;
  html: string;
}

/** What the page's script gives to the functions below. */
interface Product {
  show(messages: string[]): Element[];
}
declare const product: Product;

/** The component that shows bulletins, by itself, without the server's cleaning before it and our policy around it. */
export const hostileMessages: Drill = {
  id: "sanitiser",
  what: "hostile messages are shown in a browser as bulletins are, before the server has cleaned them",
  rounds: { few: 1_000_000, many: 1_000_000 },
  timeLimitMs: Infinity,
  async run(rounds) {
    const browser = await chromium.launch({
      executablePath: (await findChromium()) ?? "",
      args: ["--no-sandbox", "--disable-gpu"],
    });
    try {
      const page = await browser.newPage();
      const requests: string[] = [];
      await page.route("**/*", (route) => {
        if (route.request().url() === site) return route.fulfill({ contentType: "text/html", body: "<!doctype html>" });
        requests.push(route.request().url());
        return route.abort();
      });
      page.on("dialog", (dialog) => void dialog.dismiss());
      await page.goto(site);
      await page.addScriptTag({ content: await bundle() });
      await requireAlarms(page, requests);
      const findings = await page.evaluate(showAll, { messages: hostileHtml, tags: [...bulletinTags] });
      const seed = Math.floor(Math.random() * 2 ** 31);
      process.stdout.write(`  ${hostileHtml.length} written by hand; seed ${seed}\n`);
      for (let done = 0; done < rounds; done += batch) {
        const messages = mix(seed + done, Math.min(batch, rounds - done));
        findings.push(...(await page.evaluate(showAll, { messages, tags: [...bulletinTags] })));
        if (findings.length > 20) break;
      }
      for (const { why, html } of findings.slice(0, 20)) process.stdout.write(`  ${why}: ${JSON.stringify(html)}\n`);
      for (const url of requests.slice(0, 20)) process.stdout.write(`  request: ${url}\n`);
      const count = (kind: string) => findings.filter(({ why }) => why.startsWith(kind)).length;
      return [
        exactly("messages of which something ran", count("ran"), 0),
        exactly("requests to anywhere", requests.length, 0),
        exactly("elements and attributes that are not on the list", count("shown"), 0),
        exactly("messages that cannot be shown at all", count("broken"), 0),
        exactly("elements that leave their box", count("placed"), 0),
      ];
    } finally {
      await browser.close();
    }
  },
};

/** Exactly what the product shows a bulletin with. */
async function bundle(): Promise<string> {
  const content = join(root, "web/src/features/bulletins/content.tsx");
  const source = `
    import { Component, createElement } from "react";
    import { flushSync } from "react-dom";
    import { createRoot } from "react-dom/client";
    import { BulletinContent } from ${JSON.stringify(content)};
    const holder = document.createElement("main");
    document.body.append(holder);
    const root = createRoot(holder, { onCaughtError() {} });
    class Box extends Component {
      state = { error: null };
      static getDerivedStateFromError(error) { return { error: String(error) }; }
      render() {
        return this.state.error === null ? this.props.children : createElement("div", { "data-error": this.state.error });
      }
    }
    let shown = 0;
    export function show(messages) {
      shown += 1;
      const toBox = (html, key) => createElement(Box, { key: shown + "." + key }, createElement(BulletinContent, { html }));
      flushSync(() => root.render(messages.map(toBox)));
      return [...holder.children];
    }`;
  const id = join(root, "web/src/hostile-messages.js");
  const virtual: Plugin = {
    name: "page",
    resolveId: (name) => (name === id ? id : null),
    load: (name) => (name === id ? source : null),
  };
  const built = await build({
    configFile: false,
    root: join(root, "web"),
    logLevel: "silent",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [virtual],
    build: { write: false, minify: false, lib: { entry: id, name: "product", formats: ["iife"], cssFileName: "page" } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && "output" in output ? output.output.find((file) => file.type === "chunk") : null;
  if (!chunk) throw new Error("the page could not be built");
  return chunk.code;
}

/** Something that runs and reaches out is noticed. */
async function requireAlarms(page: Page, requests: string[]): Promise<void> {
  await page.evaluate(() => {
    Object.assign(globalThis, { ran: 0, pwned: () => Object.assign(globalThis, { ran: 1 }) });
    const div = document.createElement("div");
    div.innerHTML = "<img src='https://evil.test/x' onerror='pwned()'>";
    document.body.append(div);
  });
  await page.waitForFunction(() => (globalThis as { ran?: number }).ran === 1);
  if (requests.length !== 1) throw new Error("a request was not noticed");
  requests.length = 0;
  await page.evaluate(() => {
    document.querySelector("div")?.remove();
    Object.assign(globalThis, { ran: 0 });
  });
}

/** Runs in the page. */
async function showAll({ messages, tags }: { messages: string[]; tags: string[] }): Promise<Finding[]> {
  const findings: Finding[] = [];
  const allowed = new Set(tags);
  const attributes = new Set(["href", "target", "rel", "dir"]);
  const found = globalThis as { ran?: number };
  const boxes = product.show(messages);
  // Whatever loads or runs by itself has its chance.
  await new Promise((resolve) => setTimeout(resolve, 0));
  for (const [index, box] of boxes.entries()) {
    const html = messages[index] ?? "";
    const error = box.getAttribute("data-error");
    if (error !== null) findings.push({ why: `broken: ${error.slice(0, 200)}`, html });
    for (const element of box.querySelectorAll("*")) {
      const { localName, namespaceURI } = element;
      if (!allowed.has(localName) || namespaceURI !== "http://www.w3.org/1999/xhtml") {
        findings.push({ why: `shown: <${localName}>`, html });
      }
      for (const { name, value } of element.attributes) {
        const isLink = name === "href" && /^(?:https?:\/\/|mailto:|tel:)/iu.test(value);
        const isFine = attributes.has(name) && (name !== "href" || isLink) && (name === "dir" || localName === "a");
        if (!isFine) findings.push({ why: `shown: ${name}=${value}`, html });
      }
      const style = getComputedStyle(element);
      if (style.position !== "static" || style.float !== "none" || style.transform !== "none") {
        findings.push({ why: `placed: ${style.position}`, html });
      }
    }
  }
  if (boxes.length !== messages.length) findings.push({ why: "broken: not all are shown", html: "" });
  if (found.ran) findings.push({ why: "ran", html: messages.join("\n").slice(0, 20_000) });
  found.ran = 0;
  return findings;
}

const pieces = [
  ...bulletinTags.flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
  ..."svg math style script noscript template table form select option textarea title iframe mtext mglyph desc"
    .split(" ")
    .flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
  "<", ">", '"', "'", "`", "=", "/", "&", "&lt;", "&gt;", "&quot;", "&#60", "&amp;lt;", "<!--", "-->", "--!>", "]]>",
  "<![CDATA[", "\u0000", "\u0338", "\n", "\f", " ", "x", "<a href='", "<a title=\"", "javascript:pwned()", "style=",
  "<img src=x onerror=pwned()>", " onerror=pwned() ", " onload=pwned() ", "https://evil.test/",
]; // prettier-ignore

/** Pieces of what is hostile, torn apart and put together anew; the same seed gives the same messages. */
function mix(seed: number, count: number): string[] {
  let state = seed >>> 0;
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) % limit;
  };
  const part = () => {
    if (below(3) > 0) return pieces[below(pieces.length)] ?? "";
    const whole = hostileHtml[below(hostileHtml.length)] ?? "";
    const start = below(whole.length);
    return below(2) === 0 ? whole : whole.slice(start, start + 1 + below(whole.length - start));
  };
  return Array.from({ length: count }, () => Array.from({ length: 1 + below(12) }, part).join(""));
}

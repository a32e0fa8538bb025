import type { ProductConfig } from "@clanhall/contract/system";
import type { PublicPageKey } from "@clanhall/contract/public-scoreboards";
import { themes } from "@clanhall/contract/themes";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { plainConfig } from "../testing/fake-backend.ts";
import { Logo } from "../ui/core/logo.tsx";
import { themeStyles } from "../ui/core/themes.css.ts";
import { publicPages } from "./render.tsx";

const everything: ProductConfig = {
  ...plainConfig,
  analytics: { key: "key", host: "https://analytics.example" },
  discord: true,
};
const nothing: ProductConfig = {
  ...everything,
  sign_up: false,
  password_min: 10,
  passkeys: true,
  email_confirmation: false,
  mail: false,
  phone_factors: false,
  manual_linking: false,
  analytics: null,
  discord: false,
  support_contact: null,
  issue_url: null,
};
const pages: PublicPageKey[] = ["landing", "privacy", "terms", "help", "notFound"];

function open(page: PublicPageKey, config = everything): HTMLElement {
  document.body.innerHTML = publicPages.renderPage(page, config);
  return document.body;
}

function linksTo(body: HTMLElement, href: string): HTMLAnchorElement[] {
  return [...body.querySelectorAll("a")].filter((link) => link.getAttribute("href") === href);
}

test.each(pages)("a visitor without scripts reads the whole %s page", (page) => {
  const body = open(page);
  expect(body.querySelectorAll("h1")).toHaveLength(1);
  expect(body.querySelectorAll("main#main")).toHaveLength(1);
  expect(body.querySelector("a.skip")?.getAttribute("href")).toBe("#main");
  expect(body.querySelector("main")?.textContent.length).toBeGreaterThan(150);
});

test.each(pages)("the %s page needs no inline style, script or handler", (page) => {
  const html = publicPages.renderPage(page, everything);
  expect(html).not.toMatch(/\sstyle=/);
  expect(html).not.toMatch(/<script|\son[a-z]+=/);
});

test.each(pages)("headings of the %s page never skip a level", (page) => {
  const levels = [...open(page).querySelectorAll("h1,h2,h3")].map(({ tagName }) => Number(tagName[1]));
  expect(levels[0]).toBe(1);
  levels.slice(1).forEach((level, index) => expect(level).toBeLessThanOrEqual((levels[index] ?? 0) + 1));
});

test("a visitor finds the way in, a signed-in user the way back", () => {
  const body = open("privacy");
  const labelsIn = (selector: string) => [...body.querySelectorAll(selector)].map((link) => link.textContent);
  expect(labelsIn(".links.when-out a")).toEqual(["Home", "Login", "Sign Up"]);
  expect(labelsIn(".links.when-in > a")).toEqual(["Dashboard", "My Clans"]);
  expect(labelsIn(".links.when-in .fold:not(.when-admin) li")).toEqual(["Account Settings", "Logout"]);
  expect(labelsIn(".links.when-in .when-admin li")).toEqual(["Manage Users", "Manage Admins", "Manage Games"]);
  expect(body.querySelector(".brand.when-out")?.getAttribute("href")).toBe("/");
  expect(body.querySelector(".brand.when-in")?.getAttribute("href")).toBe("/dashboard");
});

test("with sign-up switched off nobody is asked to sign up", () => {
  const body = open("landing", nothing);
  expect(linksTo(body, "/signup")).toEqual([]);
  expect(linksTo(body, "/login").length).toBeGreaterThan(0);
});

test("A9: the footer always leads to support and to reporting an issue, and to Discord where there is one", () => {
  expect(open("terms").querySelector("footer")?.textContent).toMatch(/Contact support.*Report an issue.*Discord/);
  expect(linksTo(document.body, "mailto:help@clan.example").length).toBeGreaterThan(0);
  expect(open("terms", nothing).querySelector("footer")?.textContent).toMatch(/Contact support.*Report an issue/);
  expect(document.querySelector("footer")?.textContent).not.toContain("Discord");
  expect(linksTo(document.body, "/help").map(({ textContent }) => textContent)).toEqual([
    "Contact support",
    "Report an issue",
  ]);
});

test("A9: the help page says whom to ask, and tells app admins which settings are empty", () => {
  const set = open("help");
  expect(linksTo(set, "mailto:help@clan.example")).toHaveLength(2);
  expect(linksTo(set, "https://issues.example/new")).toHaveLength(2);
  expect(set.querySelector("main .when-admin")).toBeNull();
  const unset = open("help", nothing);
  expect(unset.textContent).toContain("Ask whoever gave you the address");
  const hint = unset.querySelector("main .when-admin");
  expect(hint?.textContent).toContain("SUPPORT_CONTACT");
  expect(hint?.textContent).toContain("ISSUE_URL");
  expect(open("help", { ...everything, issue_url: null }).querySelector(".text-page")?.textContent).not.toContain(
    "SUPPORT_CONTACT",
  );
});

test("a support page is linked as a page, not as an e-mail", () => {
  const body = open("landing", { ...everything, support_contact: "https://clan.example/help" });
  expect(linksTo(body, "https://clan.example/help")).toHaveLength(1);
});

test("Privacy and Terms open in a new tab from the footer", () => {
  for (const href of ["/privacy.html", "/terms.html"]) {
    const [link] = linksTo(open("landing"), href);
    expect(link?.target).toBe("_blank");
    expect(link?.rel).toBe("noopener");
  }
});

test("the privacy page tells what this installation does with analytics", () => {
  expect(open("privacy").textContent).toContain("analytics.example");
  expect(open("privacy", nothing).textContent).toContain("no analytics code is loaded");
});

test("without a support contact the texts name the people who run the installation", () => {
  expect(open("privacy", nothing).textContent).toContain("ask the people who run this installation.");
});

test("the scoreboard on the landing page says that it is an example", () => {
  const board = open("landing").querySelector("figure");
  expect(board?.textContent).toContain("An example with made-up players");
  expect(board?.querySelectorAll("tbody tr")).toHaveLength(5);
  expect(board?.querySelectorAll(".spark")).toHaveLength(5);
});

test("an installation's name that looks like markup stays text", () => {
  const html = publicPages.renderPage("landing", { ...everything, product_name: "<b>Hall" });
  expect(html).not.toContain("<b>Hall");
});

test("U14: the privacy page speaks of mails only where there are any", () => {
  expect(open("privacy").textContent).toMatch(/Choose your mails.*|the mail service delivers mails to you/);
  expect(open("privacy", nothing).textContent).not.toMatch(/Choose your mails|mail service/);
});

test("every theme sets every page-wide colour variable", () => {
  const rules = themeStyles().split("}").filter(Boolean);
  expect(rules).toHaveLength(Object.keys(themes).length);
  expect(rules[0]).toMatch(/^:root\{--primary:#4a6b4f;/);
  expect(rules[1]).toMatch(/^\[data-theme="forestTheme"\]\{--primary:#2f5d3a;/);
  for (const rule of rules) expect(rule.match(/--[a-z-]+:#/g)).toHaveLength(14);
});

test.each([
  [0, "1"],
  [2.5, "2.5"],
  [9, "4"],
])("a logo asked for lines of %d draws lines of %s", (asked, drawn) => {
  expect(renderToStaticMarkup(<Logo strokeWidth={asked} />)).toContain(`stroke-width="${drawn}"`);
});

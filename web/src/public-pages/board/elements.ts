import { pages } from "@clanhall/contract/pages";
import type { NavEntry, NavGroup } from "../../lib/shared/nav-entries.ts";
import { toHref, userGroups, visitorGroups } from "../nav.ts";

/** Gives a lean bar what other pages have in their markup: the panel of the drawer, and a signed-in user's menus. */
export function addMenus(page: Document): void {
  const bar = page.querySelector(".bar");
  if (!bar) return;
  const sign_up = bar.querySelector(`a[href="${pages.signUp.path}"]`) !== null;
  const icon = makeIcon(page, 22, "M3 6h16M3 11h16M3 16h16", {
    stroke: "currentColor",
    "stroke-width": "2",
    "stroke-linecap": "round",
  });
  const panel = make(
    page,
    "nav",
    { class: "menu-panel", "aria-label": "Menu" },
    make(page, "div", { class: "when-out" }, ...visitorGroups({ sign_up }).map((group) => makeGroup(page, group))),
    make(page, "div", { class: "when-in" }, ...userGroups.map((group) => makeGroup(page, group))),
  );
  bar.prepend(make(page, "details", { class: "menu" }, make(page, "summary", {}, icon), panel));
  const folds = userGroups.filter(({ label }) => label !== "Navigate").map((group) => makeFold(page, group));
  bar.querySelector(".links.when-in")?.append(...folds);
}

function makeGroup(page: Document, { label, entries }: NavGroup): HTMLElement {
  return make(
    page,
    "div",
    { class: label === "Admin" ? "group when-admin" : "group" },
    make(page, "p", { "aria-hidden": "true" }, label),
    make(page, "ul", { "aria-label": label }, ...entries.map((entry) => make(page, "li", {}, makeEntry(page, entry)))),
  );
}

function makeFold(page: Document, { label, entries }: NavGroup): HTMLElement {
  const arrow = makeIcon(page, 10, "M1 3h8L5 8Z", { fill: "currentColor" });
  return make(
    page,
    "details",
    { class: label === "Admin" ? "fold wide-only when-admin" : "fold wide-only", name: "fold" },
    make(page, "summary", { class: "link" }, label, arrow),
    make(page, "ul", {}, ...entries.map((entry) => make(page, "li", {}, makeEntry(page, entry, "link")))),
  );
}

function makeEntry(page: Document, { label, target }: NavEntry, name = ""): HTMLElement {
  return target === "logout"
    ? make(page, "button", { type: "button", class: name, "data-logout": "" }, label)
    : make(page, "a", { class: name, href: toHref(target) }, label);
}

const drawing = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string>;

/** An element with its attributes and content; markup as text would have to be trusted. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: Tag,
  attributes: Attributes,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = page.createElement(tag);
  setAll(element, attributes);
  element.append(...content);
  return element;
}

/** A drawing of one path that says nothing to screen readers. */
function makeIcon(page: Document, size: number, path: string, attributes: Attributes): SVGElement {
  const icon = page.createElementNS(drawing, "svg");
  const shape = page.createElementNS(drawing, "path");
  setAll(icon, { width: `${size}`, height: `${size}`, viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" });
  setAll(shape, { d: path, ...attributes });
  icon.append(shape);
  return icon;
}

function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

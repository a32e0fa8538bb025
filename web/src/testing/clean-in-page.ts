import "./notice-in-page.ts";
import { bulletinAttributes, bulletinTags, isBulletinHref } from "@clanhall/contract/rules/bulletin-html";
import { cleanBulletin, toHtml } from "../features/bulletins/content.tsx";

const tags = new Set<string>(bulletinTags);
const attributes = new Set<string>(bulletinAttributes);
const protocols = new Set(["http:", "https:", "mailto:", "tel:"]);
const holder = document.body.appendChild(document.createElement("main"));

/** Puts each message on the page; answers with what is wrong with what became of it. */
const findFaults = (messages: string[]) => messages.flatMap((message) => findFault(message) ?? []);

Object.assign(globalThis, { findFaults, isReady: true });

function findFault(message: string): string | null {
  holder.replaceChildren(document.importNode(cleanBulletin(message), true));
  const html = holder.innerHTML;
  if (html !== toHtml(cleanBulletin(html))) return `${message} changes when it is cleaned again`;
  const isStrange = [...holder.querySelectorAll("*")].some((element) => !isAllowed(element));
  return isStrange || html.includes("<!--") ? `${message} became ${html}` : null;
}

function isAllowed(element: Element): boolean {
  const names = element.getAttributeNames();
  if (element.namespaceURI !== "http://www.w3.org/1999/xhtml" || !tags.has(element.localName)) return false;
  if (!(element instanceof HTMLAnchorElement)) return names.length === 0;
  const href = element.getAttribute("href");
  const leadsOut = href === null || (isBulletinHref(href) && protocols.has(element.protocol));
  return leadsOut && names.every((name) => attributes.has(name));
}

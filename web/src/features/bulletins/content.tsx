import { bulletinAttributes, bulletinTags, toBulletinLink } from "@clanhall/contract/rules/bulletin-html";
import { createElement, type ReactNode, useMemo } from "react";
import { Muted } from "../../ui/core/layout.tsx";
import styles from "./bulletins.module.css";
import createPurifier, { type Config } from "dompurify";

/** A bulletin's message, cleaned once more before it is shown. */
export function BulletinContent({ html }: { html: string }) {
  const content = useMemo(() => toContent(cleanBulletin(html)), [html]);
  return <div className={styles.content}>{content}</div>;
}

/** All of a message, or that there is none. */
export function BulletinMessage({ html }: { html: string }) {
  return html === "" ? <Muted as="p">No content</Muted> : <BulletinContent html={html} />;
}

const blocks = new Set(["p", "h1", "h2", "h3", "ul", "ol", "li", "blockquote", "pre"]);

/** Each block reads in the direction of its own words. */
function toContent(parent: ParentNode & Node): ReactNode[] {
  return Array.from(parent.childNodes, (node, key) => {
    if (!(node instanceof Element)) return node.textContent;
    const tag = node.localName;
    const link = tag === "a" && toBulletinLink(node.getAttribute("href"), node.getAttribute("target"));
    const direction = blocks.has(tag) && { dir: "auto" };
    const children = node.hasChildNodes() ? toContent(node) : undefined;
    return createElement(tag, { key, ...link, ...direction }, children);
  });
}

const rules: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: [...bulletinTags],
  ALLOWED_ATTR: [...bulletinAttributes],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};
/** Taking away one element may bring others together that a parser would keep apart; soup as found settles after three. */
const passesMax = 10;

// Its own, so that nobody else's hooks and settings reach it.
const purifier = createPurifier(window);
purifier.addHook("afterSanitizeAttributes", (element) => {
  const link =
    element.localName === "a" && toBulletinLink(element.getAttribute("href"), element.getAttribute("target"));
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
  for (const [name, value] of Object.entries(link || {})) element.setAttribute(name, value);
});

/** What may be shown of a message. Nodes rather than text, so that nothing is parsed again after it was cleaned. */
export function cleanBulletin(html: string): DocumentFragment {
  let cleaned = purify(renameActiveAttributes(html));
  for (let pass = 1; pass < passesMax; pass++) {
    const text = toHtml(cleaned);
    cleaned = purify(text);
    if (toHtml(cleaned) === text) return cleaned;
  }
  cleaned.replaceChildren(cleaned.textContent);
  return cleaned;
}

/** Null is what comes back for a page of frames, which has no body. */
function purify(html: string): DocumentFragment {
  const cleaned: DocumentFragment | null = purifier.sanitize(html, rules);
  return cleaned ?? document.createDocumentFragment();
}

export function toHtml(cleaned: DocumentFragment): string {
  const holder = document.createElement("div");
  holder.append(cleaned.cloneNode(true));
  return holder.innerHTML;
}

const sheets = /<style\b[^]*?<\/style\s*>/giu;
/** Always ends somewhere, so that no text makes it read the same characters twice. */
const startTags = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*(?:>|"[^"]*|'[^']*)?/giu;
/** Also those inside of a quoted value: what looks like one here may have ended for the browser. */
// oxlint-disable-next-line regexp/no-dupe-disjunctions -- a lookbehind is read backwards: neither covers the other
const activeNames = /(?<=[\s"']|["']\/|^<[a-z][a-z\d-]{0,20}\/)(?:style|on[a-z]{1,30})(?=\s*=)/giu;

/**
 * Our pages' policy has the browser ignore written styles and event handlers, and report them, even in text that is
 * only being read. Under another name nothing is reported: styles wait until a script sets them, the rest is taken away.
 */
export function renameActiveAttributes(html: string): string {
  return html.replace(sheets, "").replace(startTags, (tag) => tag.replace(activeNames, "data-$&"));
}

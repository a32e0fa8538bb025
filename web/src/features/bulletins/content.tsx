import { toBulletinLink } from "@clanhall/contract/bulletin-html";
import { createElement, type ReactNode, useMemo } from "react";
import styles from "./bulletin-text.module.css";
import { cleanBulletin } from "./clean-bulletin.ts";

/** A bulletin's message, cleaned once more before it is shown. */
export function BulletinText({ html }: { html: string }) {
  const content = useMemo(() => toContent(cleanBulletin(html)), [html]);
  return <div className={styles.text}>{content}</div>;
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

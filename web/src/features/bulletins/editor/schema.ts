import { isBulletinHref, toBulletinLink } from "@clanhall/contract/bulletin-html";
import { type AnyExtension, getSchema, type JSONContent, Mark, Node } from "@tiptap/core";
import { DOMParser } from "@tiptap/pm/model";
import { StarterKit } from "@tiptap/starter-kit";
import { cleanBulletin } from "../clean-bulletin.ts";

/** What the kit would write beyond a bulletin's tags and attributes. */
const BulletinKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(limit);
  },
});

/** Exactly what a bulletin may be made of, and undo. */
export const bulletinExtensions = [
  BulletinKit.configure({
    heading: { levels: [1, 2, 3] },
    horizontalRule: false,
    trailingNode: false,
    dropcursor: { color: false, class: "drop-cursor" },
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      isAllowedUri: isBulletinHref,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
];

const schema = getSchema(bulletinExtensions);

/** HTML as the editor takes it in; it is cleaned here because the editor's own reader of text is closed to our pages. */
export function toDocument(html: string): JSONContent {
  return DOMParser.fromSchema(schema).parse(cleanBulletin(html)).toJSON() as JSONContent;
}

function limit(extension: AnyExtension): AnyExtension {
  if (extension instanceof Mark && extension.name === "link") {
    return extension.extend({
      addAttributes: () => ({ href: { default: null }, target: { default: null } }),
      renderHTML: ({ mark }) => ["a", toBulletinLink(mark.attrs.href, mark.attrs.target), 0],
    });
  }
  if (extension instanceof Node && extension.name === "orderedList") {
    // "5. " still starts a list, which counts from one like everywhere else.
    return extension.extend({ addAttributes: () => ({ start: { default: 1, rendered: false, parseHTML: () => 1 } }) });
  }
  if (extension instanceof Node && extension.name === "codeBlock") {
    return extension.extend({
      addAttributes: () => ({ language: { default: null, rendered: false, parseHTML: () => null } }),
      renderHTML: () => ["pre", ["code", 0]],
    });
  }
  return extension;
}

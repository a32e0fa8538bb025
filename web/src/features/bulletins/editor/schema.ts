import { isBulletinHref, toBulletinLink } from "@clanhall/contract/rules/bulletin-html";
import { type AnyExtension, getSchema, type JSONContent, Mark, Node } from "@tiptap/core";
import { DOMParser, type ParseOptions } from "@tiptap/pm/model";
import { StarterKit } from "@tiptap/starter-kit";
import { cleanBulletin, renameActiveAttributes } from "../content.tsx";

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

/**
 * Other programs say with styles what is bold, so these are kept for later.
 * Forms go because the names of their fields can hide what the editor asks an element for.
 */
export function toPastable(html: string): string {
  return renameActiveAttributes(html).replace(/(?<=<\/?)form\b/giu, "div");
}

/** Reads what is pasted, with the styles that were set aside. */
export const pasteReader = {
  parseSlice(pasted: HTMLElement, options: ParseOptions) {
    for (const element of pasted.querySelectorAll<HTMLElement>("[data-style]")) {
      element.style.cssText = element.dataset.style ?? "";
    }
    const target = options.context?.doc.type.schema;
    if (!target) throw new Error("Text can only be pasted into a document");
    return DOMParser.fromSchema(target).parseSlice(pasted, options);
  },
} as unknown as DOMParser;

import { DOMParser, type ParseOptions } from "@tiptap/pm/model";
import { renameActiveAttributes } from "../inert-attributes.ts";

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
    const schema = options.context?.doc.type.schema;
    if (!schema) throw new Error("Text can only be pasted into a document");
    return DOMParser.fromSchema(schema).parseSlice(pasted, options);
  },
} as unknown as DOMParser;

import { DOMParser, type ParseOptions } from "@tiptap/pm/model";

const sheets = /<style\b[^]*?<\/style\s*>/giu;
const startTags = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/giu;

/**
 * Our pages' policy has the browser ignore written styles, and report them, even in text that is only being pasted.
 * Other programs say with them what is bold, so they wait under another name until they can be set by script.
 * Forms go because the names of their fields can hide what the editor asks an element for.
 */
export function toPastable(html: string): string {
  return html
    .replace(sheets, "")
    .replace(/(?<=<\/?)form\b/giu, "div")
    .replace(startTags, (tag) => tag.replace(/(?<=[\s"'])style(?=\s*=)/giu, "data-style"));
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

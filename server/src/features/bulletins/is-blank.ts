import { bulletinTags } from "@clanhall/contract/bulletin-html";

/** Whether a message has no words to begin with: nothing at all, or an editor's empty paragraphs. */
export function isBlank(html: string): boolean {
  return html.replace(emptyMarkup, "").trim() === "";
}

const emptyMarkup = new RegExp(`</?(?:${bulletinTags.join("|")})(?:[\\s/][^<>]*)?>|&nbsp;`, "gi");

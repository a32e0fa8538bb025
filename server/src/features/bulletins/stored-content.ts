import { bulletinContentMax } from "@clanhall/contract/bulletin-html";
import { invalidField } from "../../errors.ts";
import { cleanContent, isBlank } from "./clean-content.ts";

/** What is stored of a message, whoever sent it; refused where that would be too much, or nothing of what was said. */
export function toStoredContent(html: string): string {
  const content = cleanContent(html);
  if (content === "" && !isBlank(html)) {
    throw invalidField("content", "Nothing is left of this message once what cannot be stored is taken away.");
  }
  if (Array.from(content).length > bulletinContentMax) {
    throw invalidField("content", `The message may have at most ${bulletinContentMax} characters.`);
  }
  return content;
}

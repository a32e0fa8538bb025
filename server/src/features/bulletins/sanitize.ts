import { bulletinAttributes, bulletinTags, toBulletinLink } from "@clanhall/contract/rules/bulletin-html";
import sanitizeHtml from "sanitize-html";
import { asTask } from "../../workers/task.ts";

/** Nobody nests deeper on purpose, and browsers give up at some point. */
const deepest = 64;

/** What stands in these is not meant to be read, or is read otherwise by browsers than by our parser. */
const wordlessTags = [
  "script",
  "style",
  "textarea",
  "option",
  "noscript",
  "template",
  "title",
  "iframe",
  "xmp",
  "noembed",
  "noframes",
  "plaintext",
  "object",
  "audio",
  "video",
  "canvas",
];

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...bulletinTags],
  allowedAttributes: { a: [...bulletinAttributes] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  nonTextTags: wordlessTags,
  nestingLimit: deepest,
  transformTags: {
    a: (tagName, { href, target }) => ({
      tagName,
      attribs: { ...toBulletinLink(href && tidy(href).replace(/[\n\t]/g, ""), target) },
    }),
  },
};

/** For a worker thread: a message of many tags takes longer to clean than others should wait. */
export const cleanContentTask = asTask(cleanContent);

/** A message as it may be stored. Cleaning twice gives the same as cleaning once. */
export function cleanContent(html: string): string {
  const content = cleanUntilStable(html.toWellFormed());
  return isReadable(content) ? content : "";
}

const passesMax = 8;

/** What is taken away lets tags meet that were apart; a message that never comes to rest keeps its words alone. */
function cleanUntilStable(html: string): string {
  let content = cleanOnce(html, rules);
  for (let pass = 1; pass < passesMax; pass++) {
    const again = cleanOnce(content, rules);
    if (again === content) return content;
    content = again;
  }
  return cleanOnce(content, { ...rules, allowedTags: [] });
}

function cleanOnce(html: string, options: sanitizeHtml.IOptions): string {
  // Letters are composed between tags alone, and no stroke stands behind one: it would melt into its bracket.
  return sanitizeHtml(html, options).replace(/<[^<>]*>|[^<]+/g, (part) =>
    part.startsWith("<") ? part : tidy(part).replace(/^\u0338+/, ""),
  );
}

/** Composed letters, and nothing that cannot be seen or turns the direction of what follows. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "")
    .normalize("NFC");
}

function isReadable(html: string): boolean {
  const text = html.replace(/<[^<>]*>/g, "");
  return text.replace(/[\s\p{Cf}]/gu, "") !== "";
}

import { bulletinAttributes, bulletinTags, toBulletinLink } from "@clanhall/contract/bulletin-html";
import createPurifier, { type Config } from "dompurify";
import { renameActiveAttributes } from "./inert-attributes.ts";

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
  let cleaned = purifier.sanitize(renameActiveAttributes(html), rules);
  for (let pass = 1; pass < passesMax; pass++) {
    const text = toHtml(cleaned);
    cleaned = purifier.sanitize(text, rules);
    if (toHtml(cleaned) === text) return cleaned;
  }
  cleaned.replaceChildren(cleaned.textContent);
  return cleaned;
}

export function toHtml(cleaned: DocumentFragment): string {
  const holder = document.createElement("div");
  holder.append(cleaned.cloneNode(true));
  return holder.innerHTML;
}

/** What a bulletin may be made of. The server cleans to this list when it stores, the browser when it shows. */
export const bulletinTags = [
  "b",
  "i",
  "em",
  "strong",
  "u",
  "s",
  "p",
  "br",
  "ul",
  "ol",
  "li",
  "span",
  "a",
  "h1",
  "h2",
  "h3",
  "blockquote",
  "code",
  "pre",
] as const;

/** Only links carry any. */
export const bulletinAttributes = ["href", "target", "rel"] as const;

/** Characters that a message may have as it arrives: pasted text has tags that are taken away. */
export const bulletinSourceMax = 40_000;
/** Characters of sanitised HTML that are stored, and that an excerpt shows. */
export const bulletinContentMax = 20_000;
export const excerptMax = 240;

/** Where a link may lead. */
export function isBulletinHref(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:)/iu.test(href);
}

interface LinkAttributes {
  href?: string;
  target?: "_blank";
  rel: string;
}

/** What is left of a link's attributes; the only other window a link may open in is a new one. */
export function toBulletinLink(href: string | null | undefined, target: string | null | undefined): LinkAttributes {
  const address = href?.trim() ?? "";
  const opensNew = target?.trim().toLowerCase() === "_blank";
  return {
    ...(isBulletinHref(address) && { href: address }),
    ...(opensNew && { target: "_blank" }),
    rel: opensNew ? "noopener noreferrer nofollow" : "nofollow",
  };
}

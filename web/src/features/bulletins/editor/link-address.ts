import { isBulletinHref } from "@clanhall/contract/bulletin-html";

const domain = /^[^\s/:@?#]+\.[^\s/:@?#.]{2,}(?:[:/?#]\S*)?$/u;
const mailbox = /^[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+$/u;

/** Where a typed address leads, with what people leave out in front; null when a bulletin may not lead there. */
export function toLinkAddress(typed: string): string | null {
  const text = typed.trim();
  const address = isBulletinHref(text) ? text : complete(text);
  if (address === null || /\s/u.test(address)) return null;
  return /^(?:mailto|tel):./iu.test(address) || (/^http/iu.test(address) && URL.canParse(address)) ? address : null;
}

function complete(text: string): string | null {
  if (mailbox.test(text)) return `mailto:${text}`;
  return domain.test(text) ? `https://${text}` : null;
}

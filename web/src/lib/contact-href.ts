/** A support contact is an e-mail address or the address of a page. */
export function contactHref(contact: string): string {
  return /^https?:/i.test(contact) ? contact : `mailto:${contact}`;
}

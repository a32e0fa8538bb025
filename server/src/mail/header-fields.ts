// oxlint-disable-next-line no-control-regex
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** Characters that reorder or hide what stands around them; a clan's name in a subject line may contain them. */
const misleading = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const oneAddress = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

/** A text that is safe as one line of a mail's head; a line break in it would start a line of the writer's choice. */
export function toHeaderLine(text: string): string {
  if (controlCharacter.test(text)) throw new Error("A mail's subject must be one line without control characters");
  return withoutMisleading(text);
}

export function withoutMisleading(text: string): string {
  return text.replace(misleading, "");
}

/** Exactly one plain address: no line breaks, no list, no display name. */
export function toRecipient(address: string): string {
  if (controlCharacter.test(address) || !oneAddress.test(address) || address.length > 320) {
    throw new Error("A mail's recipient must be one plain address");
  }
  return address;
}

/** A web address that is safe between the angle brackets of a mail's head. */
export function toHeaderAddress(url: string): string {
  if (!/^https?:\/\/[!-;=?-~]+$/.test(url) || url.length > 900) {
    throw new Error("A mail's head may only carry a plain http(s) address");
  }
  return url;
}

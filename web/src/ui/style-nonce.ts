/** The page's permission for style elements made by script. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

/** The scroll lock under dialogs asks for the nonce at this place. */
export function offerStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}

import { pages } from "@clanhall/contract/pages";
import type { OneTimeTokenKind } from "../../../db/account-tables.ts";
import { toAllowedRedirect } from "../redirects.ts";
import type { AuthService } from "../service.ts";

/** What a mailed link is called in the contract; a code to confirm a change has none. */
const types = {
  signup: "signup",
  invite: "invite",
  recovery: "recovery",
  magiclink: "magiclink",
  email_change_current: "email_change",
  email_change_new: "email_change",
} as const satisfies Partial<Record<OneTimeTokenKind, string>>;

export type LinkKind = keyof typeof types;

/**
 * Leads to a page of ours whose button uses the token: programs that open the links in mails to look at them
 * press no buttons. Only for a page elsewhere does the link itself use it.
 */
export function toLink(
  auth: Pick<AuthService, "settings" | "publicUrl" | "log">,
  kind: LinkKind,
  linkToken: string,
  redirectTo?: string,
): string {
  const { publicUrl } = auth;
  const type = types[kind];
  const target = toAllowedRedirect(auth, redirectTo);
  if (!target.startsWith(`${publicUrl}/`)) {
    const query = new URLSearchParams({ token: linkToken, type, redirect_to: target });
    return `${publicUrl}/auth/v1/verify?${query.toString()}`;
  }
  const page = kind === "recovery" ? pages.resetPassword.path : pages.confirmEmail.path;
  const [next = "/"] = target.slice(publicUrl.length).split("#");
  const [path = "/"] = next.split("?");
  const query = new URLSearchParams({ token_hash: linkToken, type });
  if (path !== "/" && path !== page) query.set("next", next);
  return `${publicUrl}${page}?${query.toString()}`;
}

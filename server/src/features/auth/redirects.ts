import type { AuthError } from "./http.ts";
import type { AuthService } from "./service.ts";
import type { toSessionAnswer } from "./sessions.ts";

/** Where a browser may be sent: to a page of ours, or below an address of AUTH_REDIRECTS. Anything else leads home. */
export function toAllowedRedirect(
  { settings, publicUrl, log }: Pick<AuthService, "settings" | "publicUrl" | "log">,
  wanted: string | undefined,
): string {
  const home = `${publicUrl}/`;
  if (!wanted) return home;
  const target = findTarget(wanted, home);
  if (target && [home, ...settings.redirects].some((base) => isBelow(target, new URL(base)))) return target.href;
  log.warn({ redirect_to: wanted.slice(0, 200) }, "a redirect was refused: AUTH_REDIRECTS does not name its address");
  return home;
}

/** Browsers drop tabs and line breaks and read a backslash as a slash: no honest address contains any. */
function findTarget(wanted: string, home: string): URL | null {
  if (/[\p{Cc}\\\s]/u.test(wanted) || wanted.startsWith("//") || !URL.canParse(wanted, home)) return null;
  const target = new URL(wanted, home);
  return target.username || target.password || target.pathname.startsWith("//") ? null : target;
}

function isBelow({ origin, pathname }: URL, base: URL): boolean {
  const folder = base.pathname.replace(/(?<!\/)\/*$/, "/");
  return origin === base.origin && (pathname === base.pathname || pathname.startsWith(folder));
}

/** The code that the browser which began the sign-in, and no other, can exchange for a session. */
export function withCode(redirectTo: string, code: string): string {
  const url = new URL(redirectTo);
  url.searchParams.set("code", code);
  return url.href;
}

type SessionAnswer = Awaited<ReturnType<typeof toSessionAnswer>>;

/** The session behind the hash, which browsers do not send to servers; for clients that did not ask for a code. */
export function withSession(redirectTo: string, answer: SessionAnswer, type?: string): string {
  const url = new URL(redirectTo);
  const { access_token, expires_in, refresh_token, token_type } = answer;
  const values = { access_token, expires_in: String(expires_in), refresh_token, token_type, ...(type && { type }) };
  url.hash = `${new URLSearchParams(values).toString()}&sb=`;
  return url.href;
}

/** For a step that was taken while another is still needed. */
export function withMessage(redirectTo: string, message: string): string {
  const url = new URL(redirectTo);
  url.hash = `${new URLSearchParams({ message }).toString()}&sb=`;
  return url.href;
}

/** Clients read an error from the query or from behind the hash, so both have it. */
export function withError(redirectTo: string, { status, code, message }: AuthError): string {
  const url = new URL(redirectTo);
  const error = status >= 500 ? "server_error" : "access_denied";
  const values = { error, error_code: code, error_description: message };
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  url.hash = `${new URLSearchParams(values).toString()}&sb=`;
  return url.href;
}

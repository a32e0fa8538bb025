import type { UserSort, UserState } from "@clanhall/contract/admin-users";
import { formatNumber } from "../../lib/format.ts";

export const stateNames: Record<UserState, string> = {
  active: "Active",
  unconfirmed: "Unconfirmed",
  suspended: "Suspended",
  deletion_pending: "Deletion pending",
};

export const sortNames: Record<UserSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
  last_seen: "Last sign-in first",
};

const methodNames: Record<string, string> = {
  password: "Password",
  email: "E-mail",
  phone: "Phone",
  totp: "Authenticator app",
  recovery_code: "Recovery codes",
  otp: "Code by mail",
  "email/signup": "Address confirmed",
  email_change: "New address confirmed",
  invite: "Invitation",
  magiclink: "Link by mail",
  recovery: "Password reset",
  oauth: "Other service",
  "mfa/totp": "Authenticator app",
  "mfa/phone": "Code by text message",
  "mfa/recovery_code": "Recovery code",
  "mfa/webauthn": "Security key",
  webauthn: "Security key",
};

/** How somebody signs in or proves it is them; one nobody gave a name, such as another service, stands for itself. */
export function methodLabel(method: string): string {
  return methodNames[method] ?? method.charAt(0).toUpperCase() + method.slice(1);
}

export function methodLabels(methods: string[]): string {
  return methods.length === 0 ? "None" : methods.map(methodLabel).join(", ");
}

const countMax = 10_000;

/** How many are shown of how many; the server counts no further than ten thousand. */
export function shownText(shown: number, total: number): string {
  const all = total >= countMax ? `${formatNumber(countMax)} or more` : formatNumber(Math.max(total, shown));
  return `${formatNumber(shown)} of ${all} ${total === 1 ? "user" : "users"}`;
}

import { z } from "zod";
import type { ProviderKey } from "../../../settings.ts";
import { toDisplayName } from "../display-name.ts";
import { emailAddress } from "../inputs.ts";

/** What another service says about somebody. Issuer and subject name the account; everything else may change. */
export interface ExternalAccount {
  provider: ProviderKey;
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string;
}

const claims = z.object({
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  email: emailAddress.nullable().catch(null),
  email_verified: z
    .literal([true, "true"])
    .transform(() => true)
    .catch(false),
  name: z.string().catch(""),
});

/** From the claims of OpenID Connect, whatever else a service adds to them. */
export function toExternalAccount(
  provider: ProviderKey,
  issuer: string,
  raw: Record<string, unknown>,
): ExternalAccount {
  const names = [raw["name"], raw["preferred_username"], raw["nickname"]];
  const { sub, email, email_verified, name } = claims.parse({ ...raw, name: names.find(isText) });
  return {
    provider,
    issuer,
    subject: sub,
    email,
    isEmailVerified: email_verified,
    name: toDisplayName({ display_name: name.toWellFormed() }),
  };
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** What we keep of it beside our own account; never the service's tokens, for which we have no use. */
export function toIdentityData({ issuer, subject, email, isEmailVerified, name }: ExternalAccount): string {
  return JSON.stringify({
    iss: issuer,
    sub: subject,
    ...(email && { email }),
    email_verified: isEmailVerified,
    phone_verified: false,
    ...(name && { name }),
  });
}

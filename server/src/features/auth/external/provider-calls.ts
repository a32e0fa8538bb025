import { errors } from "jose";
import { ClientError, ResponseBodyError } from "openid-client";
import { AuthError, validationFailed } from "../auth-error.ts";
import type { AuthService } from "../service.ts";
import type { ExternalProvider } from "./providers.ts";

export function getProvider({ providers }: AuthService, key: string | undefined): ExternalProvider {
  const provider = providers.find((offered) => offered.key === key);
  if (!provider) throw validationFailed("Unsupported provider: provider is not enabled");
  return provider;
}

/** Whatever goes wrong at a provider is a refusal in our words, and a line in the log that names no token. */
export async function askProvider<Answer>(
  { log }: AuthService,
  { key, name }: ExternalProvider,
  question: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof AuthError) throw error;
    log.warn({ provider: key, reason: toReason(error) }, "another service did not sign somebody in");
    if (isAway(error)) {
      const message = `${name} cannot be reached right now. Please try again shortly.`;
      throw new AuthError(503, "unexpected_failure", message, { retryAfter: 5 });
    }
    throw new AuthError(400, "bad_oauth_callback", `The answer of ${name} could not be verified`);
  }
}

function isAway(error: unknown): boolean {
  if (error instanceof TypeError) return error.message === "fetch failed";
  if (error instanceof errors.JWKSTimeout) return true;
  if (!(error instanceof ClientError)) return false;
  return error.code === "OAUTH_TIMEOUT" || (error.cause instanceof Response && error.cause.status >= 500);
}

/** The causes of these errors hold whole answers, so they stay out of the log. */
function toReason(error: unknown): string {
  if (error instanceof ResponseBodyError) return error.error;
  return error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : "unknown";
}

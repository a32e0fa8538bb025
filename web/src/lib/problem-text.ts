import { asRefusal } from "./auth-refusal.ts";
import { CallError } from "./call-error.ts";
import { busy, refusalText } from "./refusal-text.ts";

const sentences: Record<string, string> = {
  not_proved: "Nothing was changed, because you did not confirm that it is you.",
  insufficient_aal: "This needs your second factor. Log out, log in with it, and try again.",
  email_exists: "This e-mail address cannot be used. Please choose another.",
  email_address_invalid: "This e-mail address cannot be used. Please check it.",
  same_password: "This is your current password. Choose a new one.",
  current_password_invalid: "This is not your current password.",
  current_password_required: "Enter your current password.",
  reauthentication_not_valid: "This code is not right or has run out. Ask for a new one.",
  mfa_verification_failed: "This code is not right. Wait for the next one and try again.",
  mfa_verification_rejected: "This code is not right. Wait for the next one and try again.",
  mfa_challenge_expired: "That took a little long. Please try again with the code you see now.",
  mfa_factor_not_found: "This was set up too long ago and has run out. Close this and start again.",
  mfa_factor_name_conflict: "You have a second factor of this name already. Choose another name.",
  too_many_enrolled_mfa_factors: "You have as many second factors as an account can have. Remove one first.",
  sms_send_failed: "The text message could not be sent. Check the number and try again.",
  single_identity_not_deletable: "This is your only way in. Set a password or link another account first.",
  email_conflict_identity_not_deletable: "This cannot be unlinked, because its address belongs to another account.",
  identity_already_exists: "This account is linked to somebody else here, so it cannot be linked to you.",
  identity_not_found: "This was unlinked already.",
  manual_linking_disabled: "Linking further accounts is switched off here.",
};

/** One sentence for whatever went wrong. */
export function problemText(error: unknown): string {
  if (error instanceof CallError) return callText(error);
  const refusal = asRefusal(error);
  return sentences[refusal.code] ?? refusalText(refusal);
}

/** The server's refusals are written for people; only where it broke down are there better words. */
function callText({ status = 0, message, details, retryAfter }: CallError): string {
  if (status === 0) return "We got no answer. What you typed is still here; please try again.";
  if (status === 503 && retryAfter !== undefined) return busy;
  if (status >= 500) return "That did not work on our side. Nothing was changed; please try again.";
  return details[0]?.message ?? message.replace(/^HTTP \d+: /, "");
}

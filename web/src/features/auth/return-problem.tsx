const sentences = new Map(
  Object.entries({
    access_denied: "The other site did not sign you in. Nothing was changed.",
    bad_oauth_callback: "The other site did not sign you in. Nothing was changed.",
    bad_oauth_state: "The sign-in was begun in another browser, or used before. Please try again.",
    flow_state_expired: "The sign-in took too long. Please try again.",
    provider_email_needs_verification:
      "Your e-mail address is not confirmed at the other site. Confirm it there first, or log in with e-mail and password.",
    signup_disabled: "There is no account for this sign-in, and new accounts are not being taken here.",
    user_banned: "This account is suspended. Please contact support.",
    user_already_exists:
      "There is already an account with this e-mail address. Log in with your password, then link the other site.",
    otp_expired: "This link has expired or was used already.",
  }),
);

/** What to say to somebody whose way back from another site ended badly. */
export function ReturnProblem({ code }: { code: string }) {
  return sentences.get(code) ?? "The sign-in could not be finished. Please try again.";
}

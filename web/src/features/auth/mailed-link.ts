interface Words {
  title: string;
  line: string;
  button: string;
  /** Said when it worked. */
  done: string | null;
}

const confirmation: Words = {
  title: "Confirm your address",
  line: "One press, and your account is ready.",
  button: "Confirm my address",
  done: "Your address is confirmed",
};

const wordsOf = new Map<string, Words>(
  Object.entries({
    signup: confirmation,
    email: confirmation,
    email_change: {
      title: "Confirm your address",
      line: "Somebody, hopefully you, wants to change the address of your account.",
      button: "Confirm my address",
      done: "Your new address is confirmed",
    },
    invite: {
      title: "Accept the invitation",
      line: "One press, and you can choose a password for your account.",
      button: "Accept the invitation",
      done: null,
    },
    magiclink: {
      title: "Log in by link",
      line: "You asked for a link to log in. It works once.",
      button: "Log in",
      done: null,
    },
  }),
);

interface MailedLink extends Words {
  tokenHash: string;
  type: string;
  next: string | null;
}

/** What a link from a mail is for, by its address; null when it is none of ours. */
export function readMailedLink(params: URLSearchParams): MailedLink | null {
  const tokenHash = params.get("token_hash");
  const type = params.get("type") ?? "signup";
  const words = wordsOf.get(type);
  return tokenHash && words ? { ...words, tokenHash, type, next: params.get("next") } : null;
}

import { pages, productName } from "@clanhall/contract/pages";
import { composeMail, type MailMessage } from "../../../mail/layout.ts";
import type { AuthService } from "../service.ts";

type Parts = Pick<AuthService, "settings" | "publicUrl">;

export function composeLinkedMail(parts: Parts, provider: string): MailMessage {
  const name = toName(parts, provider);
  return composeMail({
    subject: `${name} can now be used to sign in to ${productName}`,
    title: "A new way to sign in",
    paragraphs: [`Your ${productName} account is now connected with ${name}, and you can sign in with it.`],
    ...toAdvice(parts),
  });
}

export function composeUnlinkedMail(parts: Parts, provider: string): MailMessage {
  const name = toName(parts, provider);
  return composeMail({
    subject: `${name} can no longer be used to sign in to ${productName}`,
    title: "A way to sign in was removed",
    paragraphs: [`Your ${productName} account is no longer connected with ${name}.`],
    ...toAdvice(parts),
  });
}

/** To the owner of an address that somebody used without ever proving that it is theirs. */
export function composeTakenOverMail(parts: Parts, provider: string): MailMessage {
  const name = toName(parts, provider);
  return composeMail({
    subject: `Your ${productName} account is now secured`,
    title: "Your account is now secured",
    paragraphs: [
      `You signed in with ${name}. Until now, nobody had confirmed that this account’s address is theirs, so everything that could open it has been removed: the password, all other sessions, two-factor authentication and API tokens.`,
      `From now on you sign in with ${name}. If the account had a password of yours, you can set a new one in Account.`,
      "If the account contains things you do not know, somebody else signed up with your address before you did.",
    ],
    action: { label: "Open my account", url: `${parts.publicUrl}${pages.account.path}` },
    reason: "We tell you about every change to how you sign in, for your safety.",
  });
}

function toName({ settings }: Parts, provider: string): string {
  if (provider === "email") return "Your password";
  return settings.providers.find(({ key }) => key === provider)?.name ?? provider;
}

function toAdvice({ publicUrl }: Parts) {
  return {
    action: { label: `Open ${productName}`, url: `${publicUrl}/` },
    reason:
      "You get this mail because the ways into your account have changed. If this was not you, sign in, end all other sessions and choose a new password.",
  };
}

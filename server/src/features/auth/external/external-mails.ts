import { productName } from "@clanhall/contract/pages";
import { composeMail, type MailMessage } from "../../../mail/layout.ts";
import type { AuthService } from "../auth-service.ts";

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

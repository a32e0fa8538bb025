import { pages, productName } from "@clanhall/contract/pages";
import { composeMail, type MailMessage } from "../../../mail/layout.ts";

interface LinkAndCode {
  link: string;
  code: string;
}

const unexpected = "If this was not you, you need not do anything.";
const codeLife = "The code is good for 15 minutes.";

export function composeConfirmation({ link, code }: LinkAndCode): MailMessage {
  return composeMail({
    subject: `Confirm your address for ${productName}`,
    title: "Confirm your address",
    paragraphs: [
      "One step is left: confirm that this address is yours. The link is good for one day.",
      "Or type this code where you signed up:",
      code,
      codeLife,
    ],
    action: { label: "Confirm address", url: link },
    reason: `Somebody signed up for ${productName} with this address. ${unexpected}`,
  });
}

/** To whoever signs up with an address that has an account: the screen must not tell them, their mailbox may. */
export function composeAlreadyRegistered(publicUrl: string): MailMessage {
  return composeMail({
    subject: `You already have a ${productName} account`,
    title: "You already have an account",
    paragraphs: [
      "You, or somebody else, just tried to sign up with this address. It already has an account, so nothing was changed.",
      `If you have forgotten your password, choose a new one: ${publicUrl}${pages.resetPassword.path}`,
    ],
    action: { label: "Log in", url: `${publicUrl}${pages.login.path}` },
    reason: `Somebody signed up for ${productName} with this address. ${unexpected}`,
  });
}

export function composeRecovery({ link, code }: LinkAndCode): MailMessage {
  return composeMail({
    subject: `Choose a new password for ${productName}`,
    title: "Choose a new password",
    paragraphs: [
      "You can choose a new password now. The link is good for one hour and works once.",
      "Or type this code where you asked for it:",
      code,
      codeLife,
    ],
    action: { label: "Choose a new password", url: link },
    reason: `Somebody asked for a new password for the account with this address. ${unexpected} Your password stays as it is.`,
  });
}

export function composeSignIn({ link, code }: LinkAndCode): MailMessage {
  return composeMail({
    subject: `Log in to ${productName}`,
    title: "Log in without a password",
    paragraphs: [
      "Open the link to log in. It is good for one day and works once.",
      "Or type this code where you asked for it:",
      code,
      `${codeLife} Nobody of ${productName} will ever ask you for it.`,
    ],
    action: { label: "Log in", url: link },
    reason: `Somebody asked to log in with this address. ${unexpected}`,
  });
}

export function composeInvite({ link, code }: LinkAndCode): MailMessage {
  return composeMail({
    subject: `You are invited to ${productName}`,
    title: `Welcome to ${productName}`,
    paragraphs: [
      "An account is waiting for you. Open the link to make it yours; it is good for one day.",
      "Or type this code there:",
      code,
      codeLife,
    ],
    action: { label: "Accept the invite", url: link },
    reason: `Whoever runs this ${productName} invited this address. If you do not know why, you need not do anything.`,
  });
}

/** To the address an account has: nobody moves it elsewhere unasked. */
export function composeLeavingAddress({ link, code }: LinkAndCode, newEmail: string): MailMessage {
  return composeMail({
    subject: `Confirm the change of your ${productName} address`,
    title: "Do you want to change your address?",
    paragraphs: [
      `Your account is about to move from this address to ${newEmail}. It moves when both addresses have agreed.`,
      "Open the link to agree; it is good for one day. Or type this code:",
      code,
      codeLife,
    ],
    action: { label: "Agree to the change", url: link },
    reason:
      "Somebody who is logged in to your account asked for this. If it was not you, do not agree, and change your password.",
  });
}

export function composeNewAddress({ link, code }: LinkAndCode): MailMessage {
  return composeMail({
    subject: `Confirm your new address for ${productName}`,
    title: "Confirm your new address",
    paragraphs: [
      "An account wants to use this address from now on. The link is good for one day.",
      "Open the link to agree. Or type this code:",
      code,
      codeLife,
    ],
    action: { label: "Confirm address", url: link },
    reason: `Somebody named this address as the new one of their ${productName} account. ${unexpected}`,
  });
}

/** To whoever has the address that another account wants: the screen must not tell the other, this mailbox may. */
export function composeAddressInUse(publicUrl: string): MailMessage {
  return composeMail({
    subject: `Somebody tried to use your address at ${productName}`,
    title: "Your address stays yours",
    paragraphs: [
      "Another account asked to use this address. It already belongs to your account, so nothing was changed.",
      "If that was you, log in with this address instead.",
    ],
    action: { label: "Log in", url: `${publicUrl}${pages.login.path}` },
    reason: `Somebody named this address as the new one of their ${productName} account. ${unexpected}`,
  });
}

export function composeAddressChanged(publicUrl: string): MailMessage {
  return composeMail({
    subject: `The address of your ${productName} account was changed`,
    title: "Your address was changed",
    paragraphs: [
      "Your account has a new e-mail address. From now on our mails go there, and this address cannot log in any more.",
      "If it was not you, tell whoever runs this site at once: they can give you your account back.",
    ],
    action: { label: `Open ${productName}`, url: `${publicUrl}/` },
    reason: "This address belonged to the account until now. We tell it once, for your safety.",
  });
}

export function composePasswordChanged(publicUrl: string): MailMessage {
  return composeMail({
    subject: `Your ${productName} password was changed`,
    title: "Your password was changed",
    paragraphs: [
      "Your account has a new password, and all other devices were logged out.",
      "If it was not you, choose a new password now: only whoever reads this mailbox can.",
    ],
    action: { label: "Choose a new password", url: `${publicUrl}${pages.resetPassword.path}` },
    reason: "We tell you about every new password, for your safety.",
  });
}

export function composeReauthentication(code: string): MailMessage {
  return composeMail({
    subject: `Your ${productName} code`,
    title: "Confirm that it is you",
    paragraphs: ["Type this code where you were asked for it:", code, codeLife],
    reason:
      "Somebody who is logged in to your account wants to change how you log in. If it was not you, change your password.",
  });
}

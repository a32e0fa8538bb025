import { pages, productName } from "@clanhall/contract/pages";
import { composeMail, type MailMessage } from "../../../mail/layout.ts";

interface LinkAndCode {
  link: string;
  code: string;
}

const unexpected = "If this was not you, you can ignore this mail.";
const codeLife = "The code works for 15 minutes.";

export function composeConfirmation({ link, code }: LinkAndCode): MailMessage {
  return composeMail({
    subject: `Confirm your address for ${productName}`,
    title: "Confirm your address",
    paragraphs: [
      "Please confirm your e-mail address. The link works for 24 hours.",
      "Or type this code where you signed up:",
      code,
      codeLife,
    ],
    action: { label: "Confirm address", url: link },
    reason: `Someone signed up for ${productName} with this address. ${unexpected}`,
  });
}

/** To the owner of an address that somebody signs up with again: the screen says nothing of the account, the mail may. */
export function composeAlreadyRegistered(publicUrl: string): MailMessage {
  return composeMail({
    subject: `You already have a ${productName} account`,
    title: "You already have an account",
    paragraphs: [
      "You, or someone else, just tried to sign up with this address. It already has an account, so nothing was changed.",
      `If you have forgotten your password, choose a new one: ${publicUrl}${pages.resetPassword.path}`,
    ],
    action: { label: "Log in", url: `${publicUrl}${pages.login.path}` },
    reason: `Someone signed up for ${productName} with this address. ${unexpected}`,
  });
}

export function composeRecovery({ link, code }: LinkAndCode): MailMessage {
  return composeMail({
    subject: `Choose a new password for ${productName}`,
    title: "Choose a new password",
    paragraphs: [
      "You can choose a new password now. The link works once, for one hour.",
      "Or type this code where you asked for it:",
      code,
      codeLife,
    ],
    action: { label: "Choose a new password", url: link },
    reason: `Someone asked for a new password for the account with this address. ${unexpected} Your password stays as it is.`,
  });
}

export function composeSignIn({ link, code }: LinkAndCode): MailMessage {
  return composeMail({
    subject: `Log in to ${productName}`,
    title: "Log in without a password",
    paragraphs: [
      "Open the link to log in. It works once, for 24 hours.",
      "Or type this code where you asked for it:",
      code,
      `${codeLife} We will never ask you for this code.`,
    ],
    action: { label: "Log in", url: link },
    reason: `Someone asked to log in with this address. ${unexpected}`,
  });
}

export function composeInvite({ link, code }: LinkAndCode): MailMessage {
  return composeMail({
    subject: `You are invited to ${productName}`,
    title: `Welcome to ${productName}`,
    paragraphs: [
      "An account is ready for you. Open the link to start using it. The link works for 24 hours.",
      "Or type this code there:",
      code,
      codeLife,
    ],
    action: { label: "Accept the invite", url: link },
    reason: `An administrator of this ${productName} invited this address. If you did not expect it, you can ignore this mail.`,
  });
}

/** To the address an account has, which must agree before it changes. */
export function composeLeavingAddress({ link, code }: LinkAndCode, newEmail: string): MailMessage {
  return composeMail({
    subject: `Confirm the change of your ${productName} address`,
    title: "Do you want to change your address?",
    paragraphs: [
      `Your account is about to move from this address to ${newEmail}. The change needs the consent of both addresses.`,
      "Open the link to agree. It works for 24 hours. Or type this code:",
      code,
      codeLife,
    ],
    action: { label: "Agree to the change", url: link },
    reason:
      "Someone who is logged in to your account asked for this. If it was not you, do not agree, and change your password.",
  });
}

export function composeNewAddress({ link, code }: LinkAndCode): MailMessage {
  return composeMail({
    subject: `Confirm your new address for ${productName}`,
    title: "Confirm your new address",
    paragraphs: [
      "An account asked to use this address. The link works for 24 hours.",
      "Open the link to agree. Or type this code:",
      code,
      codeLife,
    ],
    action: { label: "Confirm address", url: link },
    reason: `Someone named this address as the new one of their ${productName} account. ${unexpected}`,
  });
}

/** To the owner of an address that another account wants: the screen says nothing of this account, the mail may. */
export function composeAddressInUse(publicUrl: string): MailMessage {
  return composeMail({
    subject: `Someone tried to use your address at ${productName}`,
    title: "Your address stays yours",
    paragraphs: [
      "Another account asked to use this address. It already belongs to your account, so nothing was changed.",
      "If that was you, log in with this address instead.",
    ],
    action: { label: "Log in", url: `${publicUrl}${pages.login.path}` },
    reason: `Someone named this address as the new one of their ${productName} account. ${unexpected}`,
  });
}

export function composeAddressChanged(publicUrl: string): MailMessage {
  return composeMail({
    subject: `The address of your ${productName} account was changed`,
    title: "Your address was changed",
    paragraphs: [
      "Your account has a new e-mail address. Our mails go there now, and you can no longer log in with this one.",
      "If it was not you, contact the administrator of this site at once. They can give you your account back.",
    ],
    action: { label: `Open ${productName}`, url: `${publicUrl}/` },
    reason: "You get this mail once, because the account used this address until now.",
  });
}

/** `removed` is what ended with the first proof of whose address it is. */
export function composePasswordChanged(publicUrl: string, removed: string | null): MailMessage {
  return composeMail({
    subject: `Your ${productName} password was changed`,
    title: "Your password was changed",
    paragraphs: [
      "Your account has a new password, and all other devices were logged out.",
      ...(removed
        ? [`Nobody had confirmed the address of this account until now. So ${removed} were removed too.`]
        : []),
      "If it was not you, choose a new password now. Only the owner of this mailbox can.",
    ],
    action: { label: "Choose a new password", url: `${publicUrl}${pages.resetPassword.path}` },
    reason: "We send this mail after every password change, for your safety.",
  });
}

export function composeReauthentication(code: string): MailMessage {
  return composeMail({
    subject: `Your ${productName} code`,
    title: "Confirm that it is you",
    paragraphs: ["Type this code where you were asked for it:", code, codeLife],
    reason:
      "Someone who is logged in to your account wants to change how you log in. If it was not you, change your password.",
  });
}

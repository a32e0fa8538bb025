import { pages, productName } from "@clanhall/contract/pages";
import { composeMail, type MailMessage } from "../../mail/layout.ts";

export function composeClanReceived(clan: string, player: string, publicUrl: string): MailMessage {
  return composeMail({
    subject: `You own the clan ${clan} now`,
    title: `${clan} is yours now`,
    paragraphs: [
      `The clan ${clan} had no owner who could run it. An administrator of ${productName} has made you and your player ${player} its owner.`,
      "You can hand it over to somebody else in the clan's settings.",
    ],
    action: { label: "Open My Clans", url: `${publicUrl}${pages.myClans.path}` },
    reason: `You get this mail because you are a member of this clan on ${productName}.`,
  });
}

export function composeClanTaken(clan: string): MailMessage {
  return composeMail({
    subject: `The clan ${clan} has a new owner`,
    title: `${clan} has a new owner`,
    paragraphs: [
      `Your account at ${productName} cannot run the clan ${clan} at the moment, so an administrator has made another member its owner.`,
      "Your player stays in the clan as a maintainer.",
    ],
    reason: `You get this mail because you owned this clan on ${productName}.`,
  });
}

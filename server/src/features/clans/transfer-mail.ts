import { pages, productName } from "@clanhall/contract/pages";
import { composeMail, type MailMessage } from "../../mail/layout.ts";

export function composeClanOffered(clan: string, owner: string, player: string, publicUrl: string): MailMessage {
  return composeMail({
    subject: `${owner} wants to hand you the clan ${clan}`,
    title: `Take over ${clan}?`,
    paragraphs: [
      `${owner}, who owns the clan ${clan}, wants to hand it over to you and your player ${player}.`,
      `Open My Clans to accept or decline. If you accept, you own the clan and ${owner} stays as a maintainer.`,
    ],
    action: { label: "Open My Clans", url: `${publicUrl}${pages.myClans.path}` },
    reason: `You get this mail because you are a member of this clan on ${productName}. If you do nothing, nothing changes.`,
  });
}

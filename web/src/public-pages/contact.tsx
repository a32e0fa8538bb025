import { contactHref } from "../lib/contact-href.ts";

/** Names the people to turn to; an installation without a support contact has only those who run it. */
export function Contact({ contact }: { contact: string | null }) {
  if (contact === null) return <>the people who run this installation</>;
  return (
    <>
      the people who run this installation at <a href={contactHref(contact)}>{contact}</a>
    </>
  );
}

import type { Invite } from "@clanhall/contract/invites";
import { toQrImage } from "../../lib/qr-code.ts";
import { CopyButton, LinkText, QrImage } from "../../ui/copy-button.tsx";
import { toLink, toMessage } from "./format.ts";
import { Muted, Row } from "../../ui/core/layout.tsx";
import styles from "./invites.module.css";

/** Everything to hand on: the link, the code and a picture of the link for a phone held beside the screen. */
export function LinkPanel({ invite }: { invite: Invite }) {
  const link = toLink(invite);
  const code = invite.verification_code;
  if (link === "" || code === null) return <p>Link and code of this invite can no longer be shown.</p>;
  return (
    <>
      <Row justify="center" className={styles.panel}>
        <dl className={styles.facts}>
          <dt>Link</dt>
          <dd>
            <LinkText link={link} />
          </dd>
          <dt>Code</dt>
          <dd className={styles.code}>{code}</dd>
        </dl>
        <QrImage src={toQrImage(link)} size={148} alt="The link as a QR code" />
      </Row>
      <Row gap={2} fill>
        <CopyButton key={link} label="Copy link" text={link} />
        <CopyButton key={code} label="Copy code" text={code} />
        <CopyButton key={`${link} ${code}`} label="Copy both as a message" text={toMessage(invite)} />
      </Row>
      <Muted as="p">Send link and code separately, for example the code by direct message.</Muted>
    </>
  );
}

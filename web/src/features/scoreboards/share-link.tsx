import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { renderSVG } from "uqr";
import { ButtonAnchor } from "../../ui/core/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { toBoardLink } from "./link-words.ts";
import styles from "./share.module.css";

interface ShareLinkProps {
  share: NonNullable<Scoreboard["share"]>;
  isExpired: boolean;
}

/** The link to hand on, and a picture of it for a phone held beside the screen. */
export function ShareLink({ share, isExpired }: ShareLinkProps) {
  const link = toBoardLink(share.token);
  return (
    <div className={styles.panel}>
      <div className={styles.linkPart}>
        {isExpired && (
          <p role="alert" className={styles.expired}>
            This link has expired. Choose below how long it should work from now on.
          </p>
        )}
        <p className={styles.linkText}>{link}</p>
        <div className={styles.actions}>
          <CopyButton key={link} label="Copy link" text={link} />
          <ButtonAnchor href={link} target="_blank" rel="noreferrer">
            Open in new tab
          </ButtonAnchor>
        </div>
      </div>
      <img className={styles.qr} src={toPicture(link)} width="148" height="148" alt="The link as a QR code" />
    </div>
  );
}

function toPicture(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
}

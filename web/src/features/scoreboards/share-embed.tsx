import { useId } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { toEmbedCode } from "./link-words.ts";
import styles from "./share.module.css";

/** What shows the board inside another site. */
export function ShareEmbed({ token, title }: { token: string; title: string }) {
  const id = useId();
  const code = toEmbedCode(token, title);
  return (
    <details className={styles.details}>
      <summary>Show it on your own site</summary>
      <div className={styles.part}>
        <label htmlFor={id}>Embed code</label>
        <textarea id={id} className={styles.code} readOnly rows={5} value={code} />
        <div className={styles.actions}>
          <CopyButton key={code} label="Copy embed code" text={code} />
        </div>
      </div>
    </details>
  );
}

import { productName } from "@clanhall/contract/pages";
import { useState } from "react";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Button } from "../../ui/core/button.tsx";
import { saveFile } from "../../lib/files.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import styles from "./account.module.css";
import factorStyles from "./factor.module.css";

/** Shown once and never again, so it stays until the person says that they have them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isKept, setKept] = useState(false);
  const text = `${productName} recovery codes\nEach works once.\n\n${codes.join("\n")}\n`;
  return (
    <Dialog title="Your recovery codes" onClose={isKept ? onClose : undefined}>
      <p>
        Each of them logs you in once when your second factor is out of reach. We show them only now; keep them where
        you keep your passwords.
      </p>
      <ol className={factorStyles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <CopyButton label="Copy" text={text} />
        <Button onClick={() => saveFile(`${productName.toLowerCase()}-recovery-codes.txt`, text, "text/plain")}>
          Download
        </Button>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <Checkbox label="I have kept them" checked={isKept} onChange={(isChecked) => setKept(isChecked)} />
      <DialogActions>
        <Button variant="primary" disabled={!isKept} onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

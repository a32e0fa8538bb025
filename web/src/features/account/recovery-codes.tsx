import { Inset } from "../../ui/card.tsx";
import { productName } from "@clanhall/contract/pages";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { saveFile } from "../../lib/files.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Grid, Row, Stack } from "../../ui/core/layout.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { ConfirmButton } from "../../ui/lazy-dialog.tsx";
import { ItemText } from "../../ui/list.tsx";
import { makeRecoveryCodes, recoveryCodesQuery } from "./api.ts";
import { useConfirmIdentity } from "./confirm-identity.tsx";

export function RecoveryCodes() {
  const query = useQuery(recoveryCodesQuery);
  return (
    <Stack gap={2} ruled>
      <h3>Recovery codes</h3>
      <AsyncSection query={query} what="Your recovery codes" lines={1}>
        {(status) => <CodesLeft status={status} />}
      </AsyncSection>
    </Stack>
  );
}

function CodesLeft({ status }: { status: { total: number; remaining: number } | null }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const confirm = useConfirmIdentity();
  const queries = useQueryClient();
  const make = async () => {
    setCodes(await confirm(() => makeRecoveryCodes(status !== null)));
    await queries.invalidateQueries(recoveryCodesQuery);
  };
  return (
    <Row between gap={2}>
      <ItemText as="p">
        {status ? `${status.remaining} of ${status.total} left.` : "You have none yet."} Each logs you in once when your
        second factor is out of reach.
      </ItemText>
      <ConfirmButton
        label={status ? "Create new codes" : "Create codes"}
        title={status ? "Create new recovery codes?" : "Create recovery codes?"}
        action="Create codes"
        onConfirm={make}
      >
        <p>{status ? "The ones you have stop working at once." : "We show them once; have a safe place ready."}</p>
      </ConfirmButton>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Row>
  );
}

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
      <Inset>
        <Grid as="ol" min={200} gap={2}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </Grid>
      </Inset>
      <Row>
        <CopyButton label="Copy" text={text} />
        <Button onClick={() => saveFile(`${productName.toLowerCase()}-recovery-codes.txt`, text, "text/plain")}>
          Download
        </Button>
        <Button onClick={() => window.print()}>Print</Button>
      </Row>
      <Checkbox label="I have saved my codes" checked={isKept} onChange={(isChecked) => setKept(isChecked)} />
      <DialogActions>
        <Button variant="primary" disabled={!isKept} onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

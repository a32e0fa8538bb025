import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { LazyConfirmDialog, lazyDialog } from "../../ui/lazy-dialog.tsx";
import styles from "./account.module.css";
import { useProve } from "./confirm-identity.tsx";
import { makeRecoveryCodes, recoveryCodesQuery } from "./auth-api.ts";

const CodesDialog = lazyDialog(async () => (await import("./recovery-codes-dialog.tsx")).RecoveryCodesDialog);

export function RecoveryCodes() {
  const query = useQuery(recoveryCodesQuery);
  return (
    <div className={styles.part}>
      <h3>Recovery codes</h3>
      <AsyncSection query={query} what="Your recovery codes" lines={1}>
        {(status) => <CodesLeft status={status} />}
      </AsyncSection>
    </div>
  );
}

function CodesLeft({ status }: { status: { total: number; remaining: number } | null }) {
  const [isAsking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const prove = useProve();
  const queries = useQueryClient();
  const make = async () => {
    setCodes(await prove(() => makeRecoveryCodes(status !== null)));
    await queries.invalidateQueries(recoveryCodesQuery);
  };
  return (
    <div className={styles.row}>
      <p className={styles.what}>
        {status ? `${status.remaining} of ${status.total} left.` : "You have none yet."} Each logs you in once when your
        second factor is out of reach.
      </p>
      <Button onClick={() => setAsking(true)}>{status ? "Make new codes" : "Make codes"}</Button>
      {isAsking && (
        <LazyConfirmDialog
          title={status ? "Make new recovery codes?" : "Make recovery codes?"}
          action="Make codes"
          onConfirm={make}
          onClose={() => setAsking(false)}
        >
          <p>{status ? "The ones you have stop working at once." : "We show them once; have a safe place ready."}</p>
        </LazyConfirmDialog>
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </div>
  );
}

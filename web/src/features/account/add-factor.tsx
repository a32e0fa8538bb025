import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { type Enrolment, FactorStart } from "./factor-start.tsx";
import { FactorCode } from "./factor-code.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { dropEnrolment, makeRecoveryCodes, recoveryCodesQuery } from "./auth-api.ts";

interface AddFactorDialogProps {
  type: "totp" | "phone";
  takenNames: string[];
  onClose: () => void;
}

/** Name it, scan or receive the first code, prove that it works; with the first factor come the recovery codes. */
export function AddFactorDialog({ type, takenNames, onClose }: AddFactorDialogProps) {
  const queries = useQueryClient();
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const giveUp = () => {
    if (enrolment) void dropEnrolment(enrolment.factorId);
    onClose();
  };
  const finish = async () => {
    const made = await makeFirstCodes();
    if (made) setCodes(made);
    else onClose();
    await queries.invalidateQueries({ queryKey: ["me"] });
  };
  /** Whoever has codes already keeps them; codes that cannot be made now can be made on the page. */
  const makeFirstCodes = async () => {
    const status = await queries.fetchQuery(recoveryCodesQuery).catch(() => undefined);
    return status === null ? makeRecoveryCodes(false).catch(() => null) : null;
  };
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog title={type === "totp" ? "Add an authenticator app" : "Add a phone"} onClose={giveUp}>
      {enrolment ? (
        <FactorCode enrolment={enrolment} onVerified={finish} onClose={giveUp} />
      ) : (
        <FactorStart type={type} takenNames={takenNames} onStarted={setEnrolment} onClose={onClose} />
      )}
    </Dialog>
  );
}

import type { Bulletin } from "@clanhall/contract/bulletins";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import feedback from "../../ui/feedback.module.css";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { showToast } from "../../ui/toasts.ts";
import { savedText } from "./format.ts";
import { type BulletinsAddress, type BulletinsChange, noDialog } from "./bulletins-address.ts";
import { oneBulletinQuery } from "./manage-bulletins.api.ts";
import type { BulletinActions } from "./use-bulletin-actions.ts";

const FormDialog = lazyDialog(async () => (await import("./bulletin-form.tsx")).BulletinFormDialog);
const ReadDialog = lazyDialog(async () => (await import("./read-dialog.tsx")).ReadDialog);
const HistoryDialog = lazyDialog(async () => (await import("./history-dialog.tsx")).HistoryDialog);
const ReadersDialog = lazyDialog(async () => (await import("./readers-dialog.tsx")).ReadersDialog);
const BinDialog = lazyDialog(async () => (await import("./bin-dialog.tsx")).BinDialog);

interface BulletinDialogsProps {
  clanId: string;
  userId: string;
  bulletins: Bulletin[];
  address: BulletinsAddress;
  canEdit: boolean;
  actions: BulletinActions;
  /** Changes the address in place, as no new step back. */
  onAddress: (change: BulletinsChange) => void;
}

/** What the address says is open above the bulletins. */
export function BulletinDialogs(props: BulletinDialogsProps) {
  const { clanId, userId, address, canEdit, actions, onAddress } = props;
  const onClose = () => onAddress(noDialog);
  const { bulletin: id, show, isNew } = address;
  if (id === null && show !== "bin" && !isNew) return null;
  if ((isNew || show !== null) && !canEdit) return <Unavailable text="This is for owners and maintainers." />;
  if (isNew) return <WriteDialog clanId={clanId} userId={userId} bulletin={null} onClose={onClose} />;
  if (show === "bin") return <BinDialog clanId={clanId} onRestore={actions.restore} onClose={onClose} />;
  return id && <OneBulletin key={id} {...props} id={id} onClose={onClose} />;
}

interface OneBulletinProps extends BulletinDialogsProps {
  id: string;
  onClose: () => void;
}

/** What is open stays open when the list moves on without it. */
function OneBulletin({ clanId, userId, id, bulletins, address, actions, onClose }: OneBulletinProps) {
  const listed = bulletins.find((bulletin) => bulletin.id === id) ?? null;
  const [kept, setKept] = useState(listed);
  if (listed && listed !== kept) setKept(listed);
  const known = listed ?? kept;
  const looked = useQuery({ ...oneBulletinQuery(clanId, id), enabled: known === null });
  if (known === null && looked.data === undefined) {
    return (
      <LoadedPart query={looked} what="The bulletin">
        {() => null}
      </LoadedPart>
    );
  }
  const bulletin = known ?? looked.data;
  if (!bulletin) return <Unavailable text="This bulletin is not here any more." />;
  switch (address.show) {
    case "edit":
      return <WriteDialog clanId={clanId} userId={userId} bulletin={bulletin} onClose={onClose} />;
    case "history":
      return <HistoryDialog bulletin={bulletin} onRestore={actions.restoreWords} onClose={onClose} />;
    case "seen":
      return <ReadersDialog bulletin={bulletin} onClose={onClose} />;
    default:
      return <ReadDialog bulletin={bulletin} onClose={onClose} />;
  }
}

interface WriteDialogProps {
  clanId: string;
  userId: string;
  bulletin: Bulletin | null;
  onClose: () => void;
}

function WriteDialog({ onClose, ...input }: WriteDialogProps) {
  return (
    <FormDialog
      {...input}
      onClose={onClose}
      onSaved={(saved) => {
        void showToast({ kind: "success", message: savedText(saved, input.bulletin === null) });
        onClose();
      }}
    />
  );
}

function Unavailable({ text }: { text: string }) {
  return (
    <p role="alert" className={feedback.problem}>
      {text}
    </p>
  );
}

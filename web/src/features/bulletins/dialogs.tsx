import { type Bulletin, bulletinBinDays, type BulletinVersion } from "@clanhall/contract/bulletins";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Notice } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { BinDialog } from "../../ui/lists/bin-dialog.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import type { SearchParams } from "../../ui/lists/search-filters.ts";
import { showToast } from "../../ui/toasts.ts";
import { savedText, stateText } from "./format.ts";
import { bulletinBinQuery, oneBulletinQuery } from "./api.ts";

const BulletinForm = lazyDialog(async () => (await import("./form.tsx")).BulletinForm);
const BulletinReader = lazyDialog(async () => (await import("./reader.tsx")).BulletinReader);
const BulletinHistory = lazyDialog(async () => (await import("./reader.tsx")).BulletinHistory);
const BulletinReaders = lazyDialog(async () => (await import("./reader.tsx")).BulletinReaders);

/** Which dialog is open: it is in the address. */
export const dialogParams = {
  /** The bulletin a dialog is about; it is read where nothing else is shown of it. */
  bulletin: {},
  show: { values: ["edit", "history", "seen", "bin"] },
  /** A new bulletin is written. */
  make: { param: "new", values: ["1"] },
} as const;

export type DialogParams = SearchParams<typeof dialogParams>;

const noDialog = { bulletin: "", show: "", make: "" } as const;

interface BulletinDialogsProps {
  clanId: string;
  userId: string;
  bulletins: Bulletin[];
  params: DialogParams;
  canEdit: boolean;
  actions: {
    restore: (bulletin: Bulletin) => void;
    restoreVersion: (bulletin: Bulletin, before: BulletinVersion) => void;
  };
}

/** What the address says is open above the bulletins. */
export function BulletinDialogs(props: BulletinDialogsProps) {
  const { clanId, userId, params, canEdit, actions } = props;
  const onClose = () => params.set(noDialog);
  const { bulletin: id, show, make } = params.values;
  if (id === "" && show !== "bin" && make === "") return null;
  if ((make !== "" || show !== "") && !canEdit) return <Unavailable text="This is for owners and maintainers." />;
  if (make !== "") return <WriteDialog clanId={clanId} userId={userId} bulletin={null} onClose={onClose} />;
  if (show === "bin") return <Bin clanId={clanId} onRestore={actions.restore} onClose={onClose} />;
  return id && <OneBulletin key={id} {...props} id={id} onClose={onClose} />;
}

interface OneBulletinProps extends BulletinDialogsProps {
  id: string;
  onClose: () => void;
}

/** What is open stays open when the list moves on without it. */
function OneBulletin({ clanId, userId, id, bulletins, params, actions, onClose }: OneBulletinProps) {
  const listed = bulletins.find((bulletin) => bulletin.id === id) ?? null;
  const [kept, setKept] = useState(listed);
  if (listed && listed !== kept) setKept(listed);
  const known = listed ?? kept;
  const found = useQuery({ ...oneBulletinQuery(clanId, id), enabled: known === null });
  if (known === null && found.data === undefined) {
    return (
      <AsyncSection query={found} what="The bulletin">
        {() => null}
      </AsyncSection>
    );
  }
  const bulletin = known ?? found.data;
  if (!bulletin) return <Unavailable text="This bulletin no longer exists." />;
  switch (params.values.show) {
    case "edit":
      return <WriteDialog clanId={clanId} userId={userId} bulletin={bulletin} onClose={onClose} />;
    case "history":
      return <BulletinHistory bulletin={bulletin} onRestore={actions.restoreVersion} onClose={onClose} />;
    case "seen":
      return <BulletinReaders bulletin={bulletin} onClose={onClose} />;
    default:
      return <BulletinReader bulletin={bulletin} onClose={onClose} />;
  }
}

interface WriteDialogProps {
  clanId: string;
  userId: string;
  bulletin: Bulletin | null;
  onClose: () => void;
}

function WriteDialog(props: WriteDialogProps) {
  const sayDone = (saved: Bulletin) =>
    showToast({ kind: "success", message: savedText(saved, props.bulletin === null) });
  return <BulletinForm {...props} onSaved={sayDone} />;
}

function Bin({ clanId, ...dialog }: { clanId: string; onRestore: (bulletin: Bulletin) => void; onClose: () => void }) {
  return (
    <BinDialog
      query={useQuery(bulletinBinQuery(clanId))}
      days={bulletinBinDays}
      note={`Deleted bulletins are kept for ${bulletinBinDays} days. One that was live can be read again once it is restored.`}
      nameOf={({ title }) => title}
      describe={stateText}
      {...dialog}
    />
  );
}

function Unavailable({ text }: { text: string }) {
  return (
    <Notice role="alert" tone="danger">
      {text}
    </Notice>
  );
}

import type { ManagedGame } from "@clanhall/contract/admin-games";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

/** What is open above the games. */
export type OpenDialog = { kind: "add" | "import" } | { kind: "edit"; game: ManagedGame };

const AddGameDialog = lazyDialog(async () => (await import("./game-dialog.tsx")).AddGameDialog);
const EditGameDialog = lazyDialog(async () => (await import("./game-dialog.tsx")).EditGameDialog);
const ImportDialog = lazyDialog(async () => (await import("./import-dialog.tsx")).ImportDialog);

export function GameDialogs({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  if (dialog.kind === "edit") return <EditGameDialog game={dialog.game} onClose={onClose} />;
  return dialog.kind === "add" ? <AddGameDialog onClose={onClose} /> : <ImportDialog onClose={onClose} />;
}

import type { ManagedGame } from "@clanhall/contract/admin-games";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";

/** What is open above the games. */
export type OpenDialog = { kind: "add" | "import" } | { kind: "edit"; game: ManagedGame };

const GameForm = lazyDialog(async () => (await import("./form.tsx")).GameForm);
const ImportDialog = lazyDialog(async () => (await import("./import-dialog.tsx")).ImportDialog);

export function GameDialogs({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  if (dialog.kind === "import") return <ImportDialog onClose={onClose} />;
  return <GameForm game={dialog.kind === "edit" ? dialog.game : null} onClose={onClose} />;
}

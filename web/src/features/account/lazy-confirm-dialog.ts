import { lazyDialog } from "../../ui/lazy-dialog.tsx";

export const LazyConfirmDialog = lazyDialog(async () => (await import("./confirm-dialog.tsx")).ConfirmDialog);

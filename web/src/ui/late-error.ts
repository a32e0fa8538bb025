import { lateErrorText } from "../lib/error-text.ts";
import { useIsMounted } from "../lib/hooks.ts";
import { showToast } from "./toasts.ts";

/**
 * For what is tried in a dialog: an error that comes after the dialog was closed is said in a toast, and an open dialog
 * shows it itself. What was tried is written as in a title, "Warn Kara" or "Suspend Kara?".
 */
export function useLateError(tried: string): (error: unknown) => void {
  const isMounted = useIsMounted();
  return (error) => {
    if (isMounted.current) return;
    const what = tried.charAt(0).toLowerCase() + tried.slice(1).replace(/\?$/, "");
    showToast({ kind: "error", message: `Failed to ${what}. ${lateErrorText(error)}` });
  };
}

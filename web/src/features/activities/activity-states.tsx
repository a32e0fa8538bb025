import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import type { OpenDialog } from "./activity-dialogs.tsx";

/** A new clan counts nothing yet; these are the next things to do. */
export function NoActivities({ onOpen }: { onOpen: ((dialog: OpenDialog) => void) | null }) {
  return (
    <EmptyState
      title="No activities yet"
      actions={
        onOpen && (
          <>
            <Button variant="primary" onClick={() => onOpen({ kind: "add" })}>
              Add the first one
            </Button>
            <Button onClick={() => onOpen({ kind: "template" })}>Apply a game’s template</Button>
          </>
        )
      }
    >
      <p>
        An activity is one thing your clan counts each day: donations, raids, attacks. Every player earns its points.
      </p>
    </EmptyState>
  );
}

export function ReadOnlyNote({ isDying }: { isDying: boolean }) {
  const state = isDying ? "will be deleted" : "is archived";
  return (
    <Notice>
      <p>This clan {state}: its activities can be read, but not changed.</p>
    </Notice>
  );
}

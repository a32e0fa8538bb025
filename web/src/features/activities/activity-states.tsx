import buttons from "../../ui/button.module.css";
import states from "../../ui/list-states.module.css";
import type { OpenDialog } from "./activity-dialogs.tsx";

/** A new clan counts nothing yet; these are the next things to do. */
export function NoActivities({ onOpen }: { onOpen: ((dialog: OpenDialog) => void) | null }) {
  return (
    <section className={states.empty} aria-labelledby="no-activities">
      <h2 id="no-activities">No activities yet</h2>
      <p>
        An activity is one thing your clan counts each day: donations, raids, attacks. Every player earns its points.
      </p>
      {onOpen && (
        <div className={states.actions}>
          <button type="button" className={buttons.primary} onClick={() => onOpen({ kind: "add" })}>
            Add the first one
          </button>
          <button type="button" className={buttons.secondary} onClick={() => onOpen({ kind: "template" })}>
            Apply a game’s template
          </button>
        </div>
      )}
    </section>
  );
}

export function ReadOnlyNote({ isDying }: { isDying: boolean }) {
  const state = isDying ? "will be deleted" : "is archived";
  return <p className={states.readOnly}>This clan {state}: its activities can be read, but not changed.</p>;
}

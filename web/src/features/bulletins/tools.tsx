import { bulletinsMax } from "@clanhall/contract/bulletins";
import { CallError } from "../../lib/call-error.ts";
import buttons from "../../ui/button.module.css";
import feedback from "../../ui/feedback.module.css";
import { EmptyList, ListProblem } from "../../ui/list-states.tsx";
import list from "../../ui/list.module.css";
import type { DialogParams } from "./dialogs.tsx";

interface BulletinToolsProps {
  /** The first bulletin is written further down. */
  count: number;
  onShow: DialogParams["set"];
}

export function BulletinTools({ count, onShow }: BulletinToolsProps) {
  const isFull = count >= bulletinsMax;
  return (
    <div className={list.tools}>
      {count > 0 && (
        <button type="button" className={buttons.primary} disabled={isFull} onClick={() => onShow({ make: "1" })}>
          New bulletin
        </button>
      )}
      <button type="button" className={buttons.secondary} onClick={() => onShow({ show: "bin" })}>
        Bin
      </button>
      {isFull && (
        <p role="status" className={list.note}>
          {bulletinsMax} bulletins are as many as a clan can have. To write another, delete one first.
        </p>
      )}
    </div>
  );
}

/** What could not be done, and what helps where a bulletin has its own reason. */
export function ActionError({ error }: { error: unknown }) {
  if (error instanceof CallError && error.details.some(({ path }) => path === "expires_at")) {
    return (
      <p role="alert" className={feedback.problem}>
        Nothing was changed: its expiry has passed. Edit it and choose a later one.
      </p>
    );
  }
  return <ListProblem error={error} />;
}

/** What a clan without bulletins is shown: how to write the first one, or who does. */
export function NoBulletins({ onMake }: { onMake: (() => void) | null }) {
  if (onMake === null) {
    return (
      <EmptyList title="No bulletins yet">
        Once your clan’s owner or a maintainer has news for you, you will read it here.
      </EmptyList>
    );
  }
  return (
    <EmptyList
      title="Write your first bulletin"
      actions={
        <button type="button" className={buttons.primary} onClick={onMake}>
          Write a bulletin
        </button>
      }
    >
      Tell your clan what is on: a raid tonight, a new rule, who joined. Members read it here and on their dashboard.
    </EmptyList>
  );
}

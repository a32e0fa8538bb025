import { bulletinsMax } from "@clanhall/contract/bulletins";
import { Notice } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { ApiError } from "../../lib/api-errors.ts";
import { ListError } from "../../ui/lists/data-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListTools } from "../../ui/list.tsx";
import type { DialogParams } from "./dialogs.tsx";

interface BulletinToolsProps {
  /** The first bulletin is written further down. */
  count: number;
  onShow: DialogParams["set"];
}

export function BulletinTools({ count, onShow }: BulletinToolsProps) {
  const isFull = count >= bulletinsMax;
  return (
    <ListTools
      count={isFull && `${bulletinsMax} bulletins are as many as a clan can have. To write another, delete one first.`}
    >
      {count > 0 && (
        <Button variant="primary" disabled={isFull} onClick={() => onShow({ make: "1" })}>
          New bulletin
        </Button>
      )}
      <Button onClick={() => onShow({ show: "bin" })}>Bin</Button>
    </ListTools>
  );
}

/** What could not be done, and what helps where a bulletin has its own reason. */
export function ActionError({ error }: { error: unknown }) {
  if (error instanceof ApiError && error.details.some(({ path }) => path === "expires_at")) {
    return (
      <Notice role="alert" tone="danger">
        Nothing was changed: its expiry has passed. Edit it and choose a later one.
      </Notice>
    );
  }
  return <ListError error={error} />;
}

/** What a clan without bulletins is shown: how to write the first one, or who does. */
export function NoBulletins({ onMake }: { onMake: (() => void) | null }) {
  if (onMake === null) {
    return (
      <EmptyState title="No bulletins yet">
        Once your clan’s owner or a maintainer has news for you, you will read it here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Write your first bulletin"
      actions={
        <Button variant="primary" onClick={onMake}>
          Write a bulletin
        </Button>
      }
    >
      Tell your clan what is on: a raid tonight, a new rule, who joined. Members read it here and on their dashboard.
    </EmptyState>
  );
}

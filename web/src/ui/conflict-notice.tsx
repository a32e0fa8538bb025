import { Button } from "./core/button.tsx";
import { Notice } from "./core/notice.tsx";

interface ConflictNoticeProps {
  /** What the other change made of it. */
  theirs: string;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Two changes of the same record: the person decides, and until then nothing of theirs is lost. */
export function ConflictNotice({ theirs, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  return (
    <Notice
      role="alert"
      tone="warning"
      title="Changed elsewhere"
      actions={
        <>
          <Button onClick={onTakeTheirs}>Take theirs</Button>
          <Button onClick={onKeepMine}>Keep mine</Button>
        </>
      }
    >
      <p>This was changed in another tab or on another device: {theirs}. Nothing of yours is saved yet.</p>
    </Notice>
  );
}

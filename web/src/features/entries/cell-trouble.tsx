import buttons from "../../ui/button.module.css";
import controls from "./cell-control.module.css";
import { theirWords } from "./grid/cell-text.ts";
import type { CellAt, Sheet } from "./sheet.ts";

/** What keeps a cell from being saved, with the decision it waits for. */
export function CellTrouble({ sheet, at }: { sheet: Sheet; at: CellAt }) {
  const { save, problem, theirs } = sheet.cellAt(at);
  const activity = sheet.activities[at.column];
  if (save === "failed") return <p className={controls.problem}>{problem}</p>;
  if (save === "unsure") {
    return (
      <div className={controls.trouble}>
        <p>{problem}</p>
        <button type="button" className={buttons.secondary} onClick={() => sheet.confirm(at)}>
          Yes, it is right
        </button>
      </div>
    );
  }
  if (save !== "conflict" || !theirs || !activity) return null;
  return (
    <div className={controls.trouble}>
      <p>
        {theirs.entered_by_name} entered {theirWords(activity, theirs)} meanwhile.
      </p>
      <button type="button" className={buttons.secondary} onClick={() => sheet.settle(at, "mine")}>
        Keep mine
      </button>
      <button type="button" className={buttons.secondary} onClick={() => sheet.settle(at, "theirs")}>
        Take theirs
      </button>
    </div>
  );
}

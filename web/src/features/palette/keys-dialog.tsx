import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { clanScreens } from "../../domain/clan-screens.ts";
import { chordKey, hasSingleKeys } from "../../domain/single-keys.ts";
import { useSession } from "../../lib/session.ts";
import { Muted } from "../../ui/core/layout.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./palette.module.css";

/** Keys as they are pressed, what they do. An underscore joins those that are held together. */
type KeyRow = [keys: string, text: string];

const everywhere: KeyRow[] = [
  [`${chordKey}_K`, "Find or do anything"],
  ["/", "Search on this screen"],
  ["?", "This list"],
  ["Esc", "Close, or leave a field"],
];
const inClan: KeyRow[] = [
  ...clanScreens.map(({ key, label }): KeyRow => [`G then ${key}`, label]),
  ["G then C", "Switch clan"],
  ["G then M", "My own page"],
];
const gridMoves: KeyRow[] = [
  ["← ↑ → ↓", `One value; ${chordKey} to the edge`],
  ["Enter or Tab", "Down, right; with Shift back"],
  ["Home End", "Start, end of the row"],
  ["PgUp PgDn", "One screen up, down"],
  ["Shift ← →", "Choose several values"],
  [`${chordKey}_A`, "Choose all"],
  ["Shift_Space", `The row; with ${chordKey} the column`],
  ["Esc then Tab", "Leave the grid"],
];
const gridWrites: KeyRow[] = [
  ["0 – 9", "Type over; +5 adds, 2k is 2,000"],
  ["Space", "Yes / no"],
  ["X", "Excused"],
  ["Delete", "Clear"],
  [`${chordKey}_V`, "Paste; names are recognised"],
  [`${chordKey}_D`, "Fill down"],
  [`${chordKey}_Enter`, "Fill all chosen cells"],
  [`${chordKey}_Z`, "Undo; with Shift redo"],
  ["Alt_Enter", "Details of the value"],
  ["Alt_↑ Alt_↓", "Column menu, note on the value"],
  ["F2", "Correct what is there"],
  ["M", "Next missing value"],
];

/** All keys there are. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const userId = useSession()?.userId ?? "";
  return (
    <Dialog title="Keys" size="lg" isText onClose={onClose}>
      <div className={styles.columns}>
        <div>
          <KeyList title="Everywhere" rows={everywhere} />
          <KeyList title="In a clan" rows={inClan} />
          <Muted as="p" className={styles.switch}>
            Single keys are {hasSingleKeys(userId) ? "on" : "off"}.{" "}
            <Link to={pages.account.path} search={{ tab: "profile" }} onClick={onClose}>
              Change that in your account
            </Link>
          </Muted>
        </div>
        <div>
          <KeyList title="The day’s grid: move" rows={gridMoves} />
          <KeyList title="The day’s grid: write" rows={gridWrites} />
        </div>
      </div>
    </Dialog>
  );
}

function KeyList({ title, rows }: { title: string; rows: KeyRow[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <Key key={key} text={key.replace("_", " ")} />
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A key, or what is said between two. */
function Key({ text }: { text: string }) {
  return <>{/^(then|or|–)$/.test(text) ? text : <kbd>{text}</kbd>} </>;
}

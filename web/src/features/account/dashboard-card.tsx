import type { Profile, WidgetKey } from "@clanhall/contract/account";
import { toWidgetOrder } from "@clanhall/contract/dashboard";
import { useState } from "react";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { showToast } from "../../ui/toasts.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";
import { ConflictNotice } from "../../ui/conflict-notice.tsx";
import widgets from "./dashboard-card.module.css";
import { useProfileDraft } from "./use-profile-draft.ts";

const widgetNames: Record<WidgetKey, string> = {
  scoreboards: "Scoreboards",
  invites: "Member Invites",
  bulletins: "Clan Bulletins",
};

interface Layout {
  order: WidgetKey[];
  hidden: WidgetKey[];
}

export function DashboardCard({ profile }: { profile: Profile }) {
  const draft = useProfileDraft(profile);
  const tell = (outcome: Awaited<ReturnType<typeof draft.send>>) => {
    if (outcome === "saved") showToast({ kind: "success", message: "Dashboard settings saved" });
    if (outcome === "failed") showToast({ kind: "error", message: "Failed to save dashboard settings" });
  };
  return (
    <Card title="Dashboard" line="What your dashboard shows, and in which order.">
      {draft.theirs && (
        <ConflictNotice
          theirs={layoutText(draft.theirs.ui_settings.dashboard)}
          onTakeTheirs={draft.takeTheirs}
          onKeepMine={() => void draft.keepMine().then(tell)}
        />
      )}
      <LayoutForm
        key={draft.takenTheirs}
        saved={draft.base.ui_settings.dashboard}
        isPending={draft.isPending}
        onSave={async (dashboard) => tell(await draft.send({ ui_settings: { dashboard } }))}
      />
      <ErrorMessage error={draft.problem} />
    </Card>
  );
}

function layoutText({ order, hidden }: Layout): string {
  const shown = order.filter((key) => !hidden.includes(key)).map((key) => widgetNames[key]);
  return shown.length === 0 ? "everything is hidden" : `the order is ${shown.join(", ")}`;
}

interface LayoutFormProps {
  saved: Layout;
  isPending: boolean;
  onSave: (layout: Layout) => Promise<void>;
}

function LayoutForm({ saved, isPending, onSave }: LayoutFormProps) {
  const [order, setOrder] = useState(() => toWidgetOrder(saved.order));
  const [hidden, setHidden] = useState<WidgetKey[]>(saved.hidden);
  const [said, setSaid] = useState("");
  const move = (key: WidgetKey, step: -1 | 1) => {
    const next = moved(order, key, step);
    setOrder(next);
    setSaid(`${widgetNames[key]} is now ${next.indexOf(key) + 1} of ${next.length}`);
  };
  return (
    <>
      <ol className={styles.list}>
        {order.map((key, index) => (
          <li key={key} className={styles.item}>
            <span className={widgets.name}>{widgetNames[key]}</span>
            <label className={styles.radio}>
              <input
                type="checkbox"
                checked={!hidden.includes(key)}
                onChange={({ currentTarget: { checked } }) =>
                  setHidden(checked ? hidden.filter((one) => one !== key) : [...hidden, key])
                }
              />
              Show <span className="unseen">{widgetNames[key]}</span>
            </label>
            <div className={widgets.moves}>
              <MoveButton name={widgetNames[key]} step={-1} isEnd={index === 0} onMove={() => move(key, -1)} />
              <MoveButton
                name={widgetNames[key]}
                step={1}
                isEnd={index === order.length - 1}
                onMove={() => move(key, 1)}
              />
            </div>
          </li>
        ))}
      </ol>
      <p className="unseen" role="status">
        {said}
      </p>
      <div className={styles.actions}>
        <Button variant="primary" busy={isPending} onClick={() => isPending || void onSave({ order, hidden })}>
          Save dashboard
        </Button>
      </div>
    </>
  );
}

interface MoveButtonProps {
  name: string;
  step: -1 | 1;
  isEnd: boolean;
  onMove: () => void;
}

/** Stays where it is at either end, so that the focus is not lost on the way. */
function MoveButton({ name, step, isEnd, onMove }: MoveButtonProps) {
  return (
    <Button aria-disabled={isEnd} onClick={() => isEnd || onMove()}>
      {step === -1 ? "Move up" : "Move down"} <span className="unseen">{name}</span>
    </Button>
  );
}

function moved(order: WidgetKey[], key: WidgetKey, step: -1 | 1): WidgetKey[] {
  const from = order.indexOf(key);
  return order.toSpliced(from, 1).toSpliced(from + step, 0, key);
}

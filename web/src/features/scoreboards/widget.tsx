import { widgetItemsMax } from "@clanhall/contract/dashboard";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { ReactNode } from "react";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { WidgetItem, WidgetList } from "../../ui/widget-list.tsx";

const ScoreboardDialog = lazyDialog(async () => (await import("./preview.tsx")).ScoreboardDialog);

interface ScoreboardsWidgetProps {
  /** All that are active, newest first. */
  boards: Scoreboard[];
  isPending: boolean;
  isChosen: (clanId: string | null) => boolean;
  /** What can be done when there is nothing. */
  action: ReactNode;
  /** The board that is open; null for none. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** The active boards of the chosen clans on the dashboard. */
export function ScoreboardsWidget({ boards, isPending, isChosen, action, openId, onOpen }: ScoreboardsWidgetProps) {
  const now = useNow();
  const open = boards.find(({ id }) => id === openId);
  const shown = boards.filter(({ clan_id }) => isChosen(clan_id)).slice(0, widgetItemsMax);
  return (
    <>
      <WidgetList isPending={isPending} loading="Loading scoreboards…" none="No active scoreboards." action={action}>
        {shown.map(({ id, title, clan_name, expires_at }) => (
          <WidgetItem
            key={id}
            title={title}
            note={clan_name}
            expiresAt={expires_at}
            now={now}
            onOpen={() => onOpen(id)}
          />
        ))}
      </WidgetList>
      {open && <ScoreboardDialog board={open} onClose={() => onOpen(null)} />}
    </>
  );
}

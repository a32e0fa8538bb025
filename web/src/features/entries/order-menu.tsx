import type { RowSort } from "@clanhall/contract/account";
import { useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { Icon } from "../../ui/core/icon.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { RowOrder } from "./row-order.ts";
import type { Sheet } from "./sheet/day-sheet.ts";
import { useWholeSheet } from "./use-day-sheet.ts";

const TakeOrderDialog = lazyDialog(async () => (await import("./take-order.tsx")).TakeOrderDialog);

const sortNames: Record<RowSort, string> = { name: "Name", rank: "Rank", points: "Points today", own: "Own order" };

interface OrderMenuProps {
  sheet: Sheet;
  clanId: string;
  order: RowOrder;
}

/** In which order the players stand. */
export function OrderMenu({ sheet, clanId, order }: OrderMenuProps) {
  const [isTaking, setTaking] = useState(false);
  useWholeSheet(sheet);
  const { byColumn, sort } = order;
  const shown = byColumn ? (sheet.activities[byColumn.column]?.short_label ?? "") : sortNames[sort];
  const choices = (Object.keys(sortNames) as RowSort[]).filter((one) => one !== "rank" || order.hasRank);
  return (
    <>
      <Menu
        label={`Order: ${shown}`}
        trigger={
          <Button>
            <Muted>Order</Muted> {shown} <Icon name="chevron-down" size={16} />
          </Button>
        }
        items={[
          ...choices.map((one) => ({
            label: sortNames[one],
            group: "open" as const,
            ...(one === sort && !byColumn && { icon: "tick" as const }),
            onSelect: () => order.choose(one),
          })),
          { label: "Take the order of a list…", onSelect: () => setTaking(true) },
        ]}
      />
      {order.isStale() && <Button onClick={order.sortAgain}>Sort again</Button>}
      {isTaking && (
        <TakeOrderDialog sheet={sheet} clanId={clanId} onTake={order.takeOrder} onClose={() => setTaking(false)} />
      )}
    </>
  );
}

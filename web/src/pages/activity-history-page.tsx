import { toClanDate } from "@clanhall/contract/rules/clan-day";
import type { Clan, ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { ClanPage } from "../domain/clan-page.tsx";
import { clanQuery } from "../domain/clans.ts";
import { AsyncSection } from "../ui/async-section.tsx";
import { type AddressChange, readAddress, readCell, toSearch } from "../features/history/address.ts";
import { History } from "../features/history/history.tsx";
import { mayInClan } from "../domain/permissions.ts";
import { lazyDialog } from "../ui/lazy-dialog.tsx";

const CellDrawer = lazyDialog(async () => (await import("../features/entries/cell-drawer.tsx")).CellDrawer);

export function ActivityHistoryPage() {
  return (
    <ClanPage title="Activity History" action="clan.view">
      {(clan) => <HistoryOf key={clan.id} clan={clan} />}
    </ClanPage>
  );
}

function HistoryOf({ clan }: { clan: ClanCard }) {
  const settings = useQuery(clanQuery(clan.id));
  return (
    <AsyncSection query={settings} what="The history" lines={8}>
      {(loaded) => <LoadedHistory clan={clan} settings={loaded} />}
    </AsyncSection>
  );
}

function LoadedHistory({ clan, settings }: { clan: ClanCard; settings: Clan }) {
  const navigate = useNavigate();
  const address = useLocation({ select: ({ search }) => readAddress(search), structuralSharing: true });
  const today = useClanDate(settings);
  useOwnRowsFirst(clan);
  const go = (change: AddressChange, replace: boolean) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...before, ...toSearch({ ...address, ...change }) }),
      replace,
      resetScroll: false,
    });
  const cell = readCell(address.cell);
  return (
    <>
      <History
        clan={clan}
        calendar={{ today, weekStart: settings.week_start }}
        address={address}
        onFilter={(change) => go(change, true)}
        onShow={(change) => go(change, false)}
      />
      {cell && (
        <CellDrawer
          cell={{ clanId: clan.id, ...cell }}
          isWriter={mayInClan(clan, "clan.manage")}
          onClose={() => go({ cell: null }, true)}
        />
      )}
    </>
  );
}

/** Members begin with their own rows; who wants those of the others takes the filter out. */
function useOwnRowsFirst({ role, member_id }: ClanCard): void {
  const navigate = useNavigate();
  const search = useLocation({ select: (at) => at.search as Record<string, unknown> });
  const [isPlain] = useState(
    () => role === "member" && Object.keys(search).every((name) => /^(clan|view)$/.test(name)),
  );
  useEffect(() => {
    if (!isPlain) return;
    const member = (before: Record<string, unknown>) => ({ ...before, member: member_id });
    void navigate({ to: ".", search: member, replace: true, resetScroll: false });
  }, [navigate, isPlain, member_id]);
}

/** The clan's date, which the page need not be drawn again for until it changes. */
function useClanDate({ day_rules: rules }: Pick<Clan, "day_rules">): string {
  const follow = useCallback((onChange: () => void) => {
    const ticking = setInterval(onChange, 15_000);
    return () => clearInterval(ticking);
  }, []);
  return useSyncExternalStore(follow, () => toClanDate(rules, new Date()));
}

import type { ClanCard } from "@clanhall/contract/clans";
import { useLocation } from "@tanstack/react-router";
import { Suspense } from "react";
import { ClanPage } from "../domain/clan-page.tsx";
import { ScoreboardList } from "../features/scoreboards/list.tsx";
import { type Fields, readText } from "../lib/compat/read-answer.ts";
import { lazyPart } from "../lib/load-chunk.ts";
import { Skeleton } from "../ui/async-section.tsx";
import { Stack } from "../ui/core/layout.tsx";
import { useSearchParams } from "../ui/lists/search-filters.ts";
import { ViewSwitch } from "../ui/view-switch.tsx";

const Seasons = lazyPart(async () => (await import("../features/scoreboards/seasons/list.tsx")).Seasons);

export function ScoreboardsPage() {
  const isOne = useLocation({ select: ({ search }) => isBoardPage(search) });
  return (
    <ClanPage title="Scoreboards" isTitleHidden={isOne} action="clan.view">
      {(clan) => <Views key={clan.id} clan={clan} isOne={isOne} />}
    </ClanPage>
  );
}

const params = { view: { values: ["boards", "seasons"] } } as const;
const views = { boards: "Boards", seasons: "Seasons" };

/** The boards of a clan and its seasons; a board's own page is neither. */
function Views({ clan, isOne }: { clan: ClanCard; isOne: boolean }) {
  const address = useSearchParams(params, { clan: clan.id });
  const view = address.values.view || "boards";
  if (isOne) return <ScoreboardList clan={clan} />;
  return (
    <Stack>
      <ViewSwitch
        label="Scoreboards and seasons"
        options={views}
        value={view}
        onChange={(next) => address.set({ view: next === "boards" ? "" : next }, { isStep: true })}
      />
      {view === "boards" ? (
        <ScoreboardList clan={clan} />
      ) : (
        <Suspense fallback={<Skeleton label="Loading" shape="lines" count={4} />}>
          <Seasons clan={clan} />
        </Suspense>
      )}
    </Stack>
  );
}

/** A board's own page shows its title instead; a dialog above the list does not. */
function isBoardPage(search: Fields): boolean {
  const [board, show = "standings"] = [readText(search, "board"), readText(search, "show")];
  return board !== undefined && show === "standings";
}

import type { ClanCard } from "@clanhall/contract/clans";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { type Season, seasonsMax } from "@clanhall/contract/seasons";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mayInClan } from "../../../domain/permissions.ts";
import { formatDate, formatList } from "../../../lib/format.ts";
import { AsyncSection } from "../../../ui/async-section.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { Stack } from "../../../ui/core/layout.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LazyConfirmDialog, lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { ListTools } from "../../../ui/list.tsx";
import { ListError, ReadOnlyNotice } from "../../../ui/lists/data-list.tsx";
import { showToast } from "../../../ui/toasts.ts";
import { useScoreboardActions } from "../actions.ts";
import { boardsQuery } from "../api.ts";
import { NoWebhookNotice } from "../tools.tsx";
import { seasonsQuery, useSeasonActions } from "./api.ts";
import { SeasonCard } from "./card.tsx";

const SeasonForm = lazyDialog(async () => (await import("./form.tsx")).SeasonForm);
const ShareDialog = lazyDialog(async () => (await import("../share-dialog.tsx")).ShareDialog);

type Open = { kind: "make" } | { kind: "edit" | "end" | "delete" | "share"; id: string };

/** The seasons of a clan, the latest first: those that run, and who won those that have ended. */
export function Seasons({ clan }: { clan: ClanCard }) {
  const query = useQuery(seasonsQuery(clan.id));
  const { data: boards = [] } = useQuery(boardsQuery(clan.id));
  const [open, setOpen] = useState<Open | null>(null);
  const posting = useScoreboardActions(clan.id);
  const { picture } = useSeasonActions();
  const canEdit = mayInClan(clan, "clan.manage");
  const isManager = mayInClan(clan, "settings.view");
  return (
    <Stack>
      {isManager && !canEdit && (
        <ReadOnlyNotice isDeleted={clan.deletes_at !== null}>
          its seasons can be read, but not changed, and their links show nothing.
        </ReadOnlyNotice>
      )}
      <ListError error={posting.error ?? picture.error} />
      {posting.isUnposted && <NoWebhookNotice clanId={clan.id} />}
      <AsyncSection query={query} what="The seasons" lines={6}>
        {(seasons) =>
          seasons.length === 0 ? (
            <NoSeasons onMake={canEdit ? () => setOpen({ kind: "make" }) : null} />
          ) : (
            <>
              {canEdit && <SeasonTools count={seasons.length} onMake={() => setOpen({ kind: "make" })} />}
              {seasons.map((season) => {
                const board = boards.find(({ id }) => id === season.board_id);
                return (
                  <SeasonCard
                    key={season.id}
                    season={season}
                    isPublic={board !== undefined && board.public_activities > 0}
                    onOpen={canEdit ? (kind) => setOpen({ kind, id: season.id }) : null}
                    onPost={() => board && posting.post(board)}
                    onPicture={() => picture.mutate(season)}
                    isDrawing={picture.isPending}
                  />
                );
              })}
              {open && open.kind !== "make" && (
                <SeasonDialog
                  season={seasons.find(({ id }) => id === open.id)}
                  seasons={seasons}
                  boards={boards}
                  kind={open.kind}
                  onClose={() => setOpen(null)}
                />
              )}
            </>
          )
        }
      </AsyncSection>
      {open?.kind === "make" && (
        <SeasonForm
          clanId={clan.id}
          season={null}
          boards={freeBoards(boards, query.data ?? [], null)}
          onClose={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}

function SeasonTools({ count, onMake }: { count: number; onMake: () => void }) {
  const isFull = count >= seasonsMax;
  return (
    <ListTools count={isFull && `${seasonsMax} seasons are as many as a clan can have. To make another, delete one.`}>
      <Button variant="primary" disabled={isFull} onClick={onMake}>
        New season
      </Button>
    </ListTools>
  );
}

function NoSeasons({ onMake }: { onMake: (() => void) | null }) {
  if (!onMake) {
    return (
      <EmptyState title="No seasons yet">
        When your clan’s owner or a maintainer ends one, its winners are shown here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No seasons yet"
      actions={
        <Button variant="primary" onClick={onMake}>
          New season
        </Button>
      }
    >
      A season is a range of days with a name, such as Autumn 2026. When you end it, its scoreboards are frozen and
      awards are given: most reliable, biggest climb, longest streak and the top of each activity.
    </EmptyState>
  );
}

/** Active boards that end with no other season. */
function freeBoards(boards: Scoreboard[], seasons: Season[], season: Season | null): Scoreboard[] {
  const taken = new Set(
    seasons.flatMap((other) => other.boards.flatMap(({ id }) => (other.id === season?.id ? [] : id))),
  );
  return boards.filter(({ id, state }) => state === "active" && id !== season?.board_id && !taken.has(id));
}

interface SeasonDialogProps {
  /** Undefined once it is gone. */
  season: Season | undefined;
  seasons: Season[];
  boards: Scoreboard[];
  kind: Exclude<Open["kind"], "make">;
  onClose: () => void;
}

function SeasonDialog({ season, seasons, boards, kind, onClose }: SeasonDialogProps) {
  if (!season) return null;
  if (kind === "edit") {
    const free = freeBoards(boards, seasons, season);
    return <SeasonForm clanId={season.clan_id} season={season} boards={free} onClose={onClose} />;
  }
  if (kind === "share") {
    const board = boards.find(({ id }) => id === season.board_id);
    return board ? <ShareDialog board={board} onClose={onClose} /> : null;
  }
  return kind === "end" ? (
    <EndDialog season={season} onClose={onClose} />
  ) : (
    <DeleteDialog season={season} onClose={onClose} />
  );
}

function EndDialog({ season, onClose }: { season: Season; onClose: () => void }) {
  const { end } = useSeasonActions();
  const { name, state, to, boards } = season;
  const onEnd = async () => {
    await end.mutateAsync(season);
    showToast({ kind: "success", message: `${name} has ended` });
  };
  return (
    <LazyConfirmDialog title={`End ${name}?`} action="End season" danger={false} onConfirm={onEnd} onClose={onClose}>
      {state === "running" && <p>It runs until {formatDate(to)}. If you end it now, today is its last day.</p>}
      <p>
        {formatList(boards.map(({ title }) => title))} {boards.length === 1 ? "is" : "are"} frozen and the awards are
        given. Values entered later no longer count. You cannot undo this.
      </p>
    </LazyConfirmDialog>
  );
}

function DeleteDialog({ season, onClose }: { season: Season; onClose: () => void }) {
  const { remove } = useSeasonActions();
  const { name, state } = season;
  const onDelete = async () => {
    await remove.mutateAsync(season);
    showToast({ kind: "success", message: `${name} deleted` });
  };
  return (
    <LazyConfirmDialog title={`Delete ${name}?`} action="Delete season" onConfirm={onDelete} onClose={onClose}>
      <p>
        {state === "ended" ? "Its awards are deleted, on the players’ pages too. " : ""}Its scoreboards stay. You cannot
        undo this.
      </p>
    </LazyConfirmDialog>
  );
}

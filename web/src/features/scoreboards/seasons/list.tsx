import type { ClanCard } from "@clanhall/contract/clans";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { type Season, seasonsMax, type SeasonState } from "@clanhall/contract/seasons";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { mayInClan } from "../../../domain/permissions.ts";
import { formatDate, formatList, formatRelative, plural } from "../../../lib/format.ts";
import { AsyncSection } from "../../../ui/async-section.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { Muted, Row, Stack } from "../../../ui/core/layout.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LazyConfirmDialog, lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { AddButton, ListTools } from "../../../ui/list.tsx";
import { ListError, ReadOnlyNotice } from "../../../ui/lists/data-list.tsx";
import { showToast } from "../../../ui/toasts.ts";
import { useScoreboardActions } from "../actions.ts";
import { boardsQuery } from "../api.ts";
import { NoWebhookNotice } from "../tools.tsx";
import { seasonsQuery, useSeasonActions } from "./api.ts";
import { pages } from "@clanhall/contract/pages";
import { awardScore, awardTitle, namedWinners } from "@clanhall/contract/rules/awards";
import { countDays } from "@clanhall/contract/rules/clan-day";
import { podiumRanks } from "@clanhall/contract/rules/ranks";
import { Link } from "@tanstack/react-router";
import { PlayerLink } from "../../../domain/player-link.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { CardTitle, Disclosure, Panel } from "../../../ui/card.tsx";
import { Notice } from "../../../ui/core/notice.tsx";
import { IconBadge } from "../../../ui/icon-badge.tsx";
import { Menu, type MenuItem } from "../../../ui/menu.tsx";
import { scoreText } from "../format.ts";
import styles from "./seasons.module.css";

interface SeasonCardProps {
  season: Season;
  /** Visitors may see some of it. */
  isPublic: boolean;
  /** Null for those who only read. */
  onOpen: ((kind: "edit" | "end" | "delete" | "share") => void) | null;
  onPost: () => void;
  onPicture: () => void;
  isDrawing: boolean;
}

const states: Record<SeasonState, { text: string; tone: "success" | "warning" | "info" | "neutral" }> = {
  upcoming: { text: "Upcoming", tone: "neutral" },
  running: { text: "Running", tone: "success" },
  over: { text: "Ready to end", tone: "warning" },
  ended: { text: "Ended", tone: "info" },
};

function SeasonCard({ season, onOpen, ...share }: SeasonCardProps) {
  const id = useId();
  const { name, label, state } = season;
  return (
    <Panel as="section" gap={4} aria-labelledby={id}>
      <Row between gap={2}>
        <Row gap={2}>
          <CardTitle id={id}>{name}</CardTitle>
          <Badge tone={states[state].tone}>{states[state].text}</Badge>
        </Row>
        {onOpen && <SeasonActions season={season} onOpen={onOpen} {...share} />}
      </Row>
      <Muted as="p">
        {label} · {stateText(season)}
      </Muted>
      {state === "over" && onOpen && (
        <Notice actions={<Button onClick={() => onOpen("end")}>End season</Button>}>
          {name} is over. Check that the last days are entered, then end it: its scoreboards are frozen and the awards
          are given.
        </Notice>
      )}
      {state === "ended" && <HallOfFame season={season} />}
      <Boards season={season} />
    </Panel>
  );
}

function stateText({ state, from, to, ended_at, ended_by }: Season): string {
  if (state === "ended") return `ended ${formatRelative(ended_at ?? "")}${ended_by ? ` by ${ended_by}` : ""}`;
  if (state === "over") return `its last day was ${formatDate(to)}`;
  return state === "upcoming" ? `begins on ${formatDate(from)}` : plural(countDays({ from, to }), "day");
}

type ActionsProps = Omit<SeasonCardProps, "onOpen"> & { onOpen: NonNullable<SeasonCardProps["onOpen"]> };

function SeasonActions({ season, isPublic, onOpen, onPost, onPicture, isDrawing }: ActionsProps) {
  const { state, board_id, name } = season;
  const hasEnded = state === "ended";
  const canShare = hasEnded && board_id !== null;
  const items: (MenuItem | false)[] = [
    { label: hasEnded ? "Rename" : "Edit", onSelect: () => onOpen("edit"), group: "change" },
    state === "running" && { label: "End now", onSelect: () => onOpen("end"), group: "change" },
    canShare && isPublic && { label: "Post to Discord", onSelect: onPost, group: "share" },
    { label: "Delete", onSelect: () => onOpen("delete"), danger: true },
  ];
  return (
    <Row gap={2}>
      {canShare && (
        <Button variant="primary" onClick={() => onOpen("share")}>
          Share
        </Button>
      )}
      {canShare && isPublic && (
        <Button busy={isDrawing} onClick={onPicture}>
          Save picture
        </Button>
      )}
      <Menu label={`Actions for ${name}`} items={items.filter((item) => item !== false)} />
    </Row>
  );
}

/** Who was first, and who won what. */
function HallOfFame({ season }: { season: Season }) {
  const { podium, awards, measure, activity } = season;
  if (podium.length === 0) return <p>Nothing was entered in this season, so nobody won it.</p>;
  return (
    <>
      <ol className={styles.podium} aria-label={`The first of ${season.name}`}>
        {podiumRanks(podium).map(({ rank, players, row }) => (
          <Row as="li" nowrap key={row?.member_id ?? "level"} data-rank={rank}>
            <span className={styles.rank}>{rank}</span>
            {row && <Avatar name={row.name} color={row.tint} size={40} />}
            <Stack as="span" grow gap={0} wrap="anywhere">
              {row ? (
                <PlayerLink memberId={row.member_id}>
                  <bdi>{row.name}</bdi>
                </PlayerLink>
              ) : (
                `${players} players`
              )}
              <Muted>
                {scoreText(podium.find((one) => one.rank === rank)?.score ?? 0, measure, activity ?? undefined)}
              </Muted>
            </Stack>
          </Row>
        ))}
      </ol>
      <ul className={styles.awards} aria-label={`Awards of ${season.name}`}>
        {awards.map((award) => (
          <Row as="li" nowrap key={awardTitle(award)}>
            <IconBadge {...badgeOf(award)} name={awardTitle(award)} />
            <Stack as="span" grow gap={0} wrap="anywhere">
              <Muted>{awardTitle(award)}</Muted>
              <Winners winners={award.winners} />
            </Stack>
            {award.score !== null && <strong>{awardScore({ ...award, score: award.score })}</strong>}
          </Row>
        ))}
      </ul>
    </>
  );
}

type Award = Season["awards"][number];

const badges = {
  reliable: { icon: "shield", color: "moss" },
  climb: { icon: "bolt", color: "ocean" },
  streak: { icon: "flame", color: "rust" },
  activity: { icon: "trophy", color: "amber" },
};

function badgeOf({ kind, activity }: Award) {
  return activity?.icon ? { icon: activity.icon, color: activity.color } : badges[kind];
}

/** Many who are level fold away, in the order of the board. */
function Winners({ winners }: { winners: Award["winners"] }) {
  const names = winners.map(({ member_id, name }) => (
    <PlayerLink key={member_id} memberId={member_id}>
      <bdi>{name}</bdi>
    </PlayerLink>
  ));
  if (names.length > namedWinners) {
    return (
      <Disclosure summary={`Shared by ${names.length} players`}>
        <Stack gap={1}>{names}</Stack>
      </Disclosure>
    );
  }
  return <span className={styles.winners}>{names}</span>;
}

function Boards({ season: { boards, clan_id } }: { season: Season }) {
  if (boards.length === 0) return null;
  return (
    <Row gap={2}>
      <Muted>{boards.length === 1 ? "Scoreboard:" : "Scoreboards:"}</Muted>
      {boards.map(({ id, title }) => (
        <Link key={id} to={pages.scoreboards.path} search={{ clan: clan_id, board: id }} activeProps={{}}>
          {title}
        </Link>
      ))}
    </Row>
  );
}

const SeasonForm = lazyDialog(async () => (await import("./form.tsx")).SeasonForm);
const ShareDialog = lazyDialog(async () => (await import("../share.tsx")).ShareDialog);

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
    <ListTools count={isFull && `Limit reached (${seasonsMax}). Delete one to add another.`}>
      <AddButton label="New season" disabled={isFull} onClick={onMake} />
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

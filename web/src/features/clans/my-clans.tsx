import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import styles from "./clans.module.css";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { ClanCrest } from "../../domain/clan-crest.tsx";
import { roleNames } from "../../domain/formats.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { formatFullDate } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { CardTitle, Surface } from "../../ui/card.tsx";
import { Grid, Muted, Row } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useLeaveClan, useRestoreClan } from "./api.ts";
import { ClanDayLine } from "../../domain/clan-day.tsx";
import { OfferNotice } from "./danger-zone.tsx";

/** The caller's clans as the server sorts them, by name. */
export function ClanList({ clans }: { clans: ClanCard[] }) {
  if (clans.length === 0) return <NoClans />;
  return (
    <Grid as="ul" min={420}>
      {clans.map((clan) => (
        <li key={clan.id}>
          <ClanCardView clan={clan} />
        </li>
      ))}
    </Grid>
  );
}

function NoClans() {
  return (
    <EmptyState title="No clans yet" actions={<CreateLink />}>
      The clans you belong to will be here. Create one for your group, or open the invite link that a clan’s owner sent
      you.
    </EmptyState>
  );
}

export function CreateLink() {
  return (
    <ButtonLink variant="primary" to={pages.myClans.path} search={{ create: "clan" }}>
      Create a clan
    </ButtonLink>
  );
}

function ClanCardView({ clan }: { clan: ClanCard }) {
  const id = useId();
  const { name, description, game, game_name, game_server, members, deletes_at, archived_at } = clan;
  return (
    <Surface as="article" className={styles.card} aria-labelledby={id}>
      <Row>
        <ClanCrest clan={clan} size={40} />
        <CardTitle id={id}>{name}</CardTitle>
        <Badge tone="info">{roleNames[clan.role]}</Badge>
        {archived_at && <Badge tone="info">Archived</Badge>}
      </Row>
      <Muted as="p">
        {game?.icon && <span aria-hidden>{game.icon} </span>}
        {[game?.name ?? game_name ?? "No game chosen", game_server, countText(members)].filter(Boolean).join(" · ")}
      </Muted>
      {description && <p className={styles.description}>{description}</p>}
      {clan.offered_by !== null && <OfferNotice clan={clan} offeredBy={clan.offered_by} />}
      {deletes_at ? <PendingDeletion clan={clan} deletesAt={deletes_at} /> : <ClanToday clan={clan} />}
    </Surface>
  );
}

/** Nobody is in a clan only where the server does not count. */
function countText({ active, total }: ClanCard["members"]): string | null {
  return total > 0 ? `${active} active of ${total} ${total === 1 ? "player" : "players"}` : null;
}

function ClanToday({ clan }: { clan: ClanCard }) {
  const { clan_date, ends_at, due, entered } = clan.today;
  return (
    <>
      {clan.archived_at ? (
        <Row as="p" align="stretch" justify="between" className={styles.today}>
          Archived on {formatFullDate(clan.archived_at)}. It can only be read.
        </Row>
      ) : (
        <Row as="p" align="stretch" justify="between" className={styles.today}>
          <ClanDayLine date={clan_date} endsAt={new Date(ends_at)} />
          {due > 0 && (
            <strong>
              {entered} of {due} today
            </strong>
          )}
        </Row>
      )}
      <Row>
        {mayInClan(clan, "entry.write") && (
          <ButtonLink
            variant="primary"
            to={pages.dailyActivity.path}
            search={{ clan: clan.id }}
            aria-label={`Enter today for ${clan.name}`}
          >
            Enter today
          </ButtonLink>
        )}
        <OpenLink clan={clan} />
        <MoreMenu clan={clan} />
      </Row>
    </>
  );
}

function OpenLink({ clan: { id, name } }: { clan: ClanCard }) {
  return (
    <ButtonLink to={pages.clanHome.path} params={{ id }} aria-label={`Open ${name}`}>
      Open
    </ButtonLink>
  );
}

/** Where else the clan leads, and the way out of it. An owner sees what has to come first. */
function MoreMenu({ clan: { id, name, role } }: { clan: ClanCard }) {
  const [isAsking, setAsking] = useState(false);
  const leave = useLeaveClan();
  const navigate = useNavigate();
  const open = (label: string, to: ClanScreen): MenuItem => ({
    label,
    group: "open",
    onSelect: () => void navigate({ to, search: { clan: id } }),
  });
  const confirm = async () => {
    await leave.mutateAsync(id);
    showToast({ kind: "success", message: `You left ${name}` });
  };
  return (
    <>
      <Menu
        label={`More for ${name}`}
        items={[
          open("Scoreboards", pages.scoreboards.path),
          open("History", pages.activityHistory.path),
          open("Bulletins", pages.bulletins.path),
          {
            label: "Leave",
            danger: true,
            onSelect: () => setAsking(true),
            ...(role === "owner" && { disabled: true, hint: "Hand the clan over first" }),
          },
        ]}
      />
      {isAsking && (
        <LazyConfirmDialog title={`Leave ${name}?`} action="Leave" onConfirm={confirm} onClose={() => setAsking(false)}>
          <p>Your player and its history stay with the clan. To come back you need a new invite.</p>
        </LazyConfirmDialog>
      )}
    </>
  );
}

type ClanScreen = (typeof pages)["scoreboards" | "activityHistory" | "bulletins"]["path"];

function PendingDeletion({ clan, deletesAt }: { clan: ClanCard; deletesAt: string }) {
  const restore = useRestoreClan(clan.id);
  return (
    <>
      <Row as="p" align="stretch" justify="between" className={styles.today}>
        Being deleted on {formatFullDate(deletesAt)}. Until then you can restore it.
      </Row>
      <Row>
        <Button
          variant="primary"
          aria-label={`Restore ${clan.name}`}
          busy={restore.isPending}
          onClick={() => restore.isPending || restore.mutate()}
        >
          Restore
        </Button>
        <OpenLink clan={clan} />
      </Row>
      <ErrorMessage error={restore.error} />
    </>
  );
}

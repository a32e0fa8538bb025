import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { roleNames } from "../../domain/formats.ts";
import { mayInClan } from "../../domain/permissions.ts";
import buttons from "../../ui/button.module.css";
import { Problem } from "../../ui/feedback.tsx";
import { LazyConfirmDialog } from "../../ui/lazy-confirm-dialog.ts";
import { formatFullDate } from "../../lib/format.ts";
import { showToast } from "../../ui/toasts.ts";
import { useRestoreClan } from "./clan-admin.api.ts";
import { ClanDayLine } from "../../domain/clan-day.tsx";
import styles from "./clans.module.css";
import { useLeaveClan } from "./my-clans.api.ts";
import { OfferNotice } from "./offer-notice.tsx";

export function ClanCardView({ clan }: { clan: ClanCard }) {
  const id = useId();
  const { name, description, game, game_server, members, deletes_at, archived_at } = clan;
  return (
    <article className={styles.card} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id}>{name}</h2>
        <span className={styles.chip}>{roleNames[clan.role]}</span>
        {archived_at && <span className={styles.chip}>Archived</span>}
      </div>
      <p className={styles.note}>
        {[game?.name ?? "No game chosen", game_server, countText(members)].filter(Boolean).join(" · ")}
      </p>
      {description && <p className={styles.description}>{description}</p>}
      {clan.offered_by !== null && <OfferNotice clan={clan} offeredBy={clan.offered_by} />}
      {deletes_at ? <Dying clan={clan} deletesAt={deletes_at} /> : <Living clan={clan} />}
    </article>
  );
}

/** Nobody is in a clan only where the server does not count. */
function countText({ active, total }: ClanCard["members"]): string | null {
  return total > 0 ? `${active} active of ${total} ${total === 1 ? "player" : "players"}` : null;
}

function Living({ clan }: { clan: ClanCard }) {
  const { clan_date, ends_at, due, entered } = clan.today;
  return (
    <>
      {clan.archived_at ? (
        <p className={styles.today}>Archived on {formatFullDate(clan.archived_at)}. It can only be read.</p>
      ) : (
        <p className={styles.today}>
          <ClanDayLine date={clan_date} endsAt={new Date(ends_at)} />
          {due > 0 && (
            <strong>
              {entered} of {due} today
            </strong>
          )}
        </p>
      )}
      <div className={styles.actions}>
        {mayInClan(clan, "entry.write") && (
          <Link
            className={styles.primaryLink}
            to={pages.dailyActivity.path}
            search={{ clan: clan.id }}
            aria-label={`Enter today for ${clan.name}`}
          >
            Enter today
          </Link>
        )}
        <OpenLink clan={clan} />
        <Link
          className={buttons.secondary}
          to={pages.scoreboards.path}
          search={{ clan: clan.id }}
          aria-label={`Scoreboards of ${clan.name}`}
        >
          Scoreboards
        </Link>
        <Link
          className={buttons.secondary}
          to={pages.bulletins.path}
          search={{ clan: clan.id }}
          aria-label={`Bulletins of ${clan.name}`}
        >
          Bulletins
        </Link>
        <Link
          className={buttons.secondary}
          to={pages.activityHistory.path}
          search={{ clan: clan.id }}
          aria-label={`History of ${clan.name}`}
        >
          History
        </Link>
        <Leave clan={clan} />
      </div>
    </>
  );
}

function OpenLink({ clan: { id, name, ...clan } }: { clan: ClanCard }) {
  const label = `Open ${name}`;
  return mayInClan(clan, "settings.view") ? (
    <Link className={buttons.secondary} to={pages.clanAdmin.path} params={{ id }} aria-label={label}>
      Open
    </Link>
  ) : (
    <Link className={buttons.secondary} to={pages.dashboard.path} search={{ clan: id }} aria-label={label}>
      Open
    </Link>
  );
}

function Leave({ clan: { id, name, role } }: { clan: ClanCard }) {
  const [isAsking, setAsking] = useState(false);
  const leave = useLeaveClan();
  const reasonId = useId();
  if (role === "owner") {
    return (
      <>
        <button type="button" className={buttons.secondary} disabled aria-describedby={reasonId}>
          Leave
        </button>
        <p id={reasonId} className={styles.reason}>
          You own it: hand it over before you leave.
        </p>
      </>
    );
  }
  const confirm = async () => {
    await leave.mutateAsync(id);
    void showToast({ kind: "success", message: `You left ${name}` });
  };
  return (
    <>
      <button type="button" className={buttons.secondary} aria-label={`Leave ${name}`} onClick={() => setAsking(true)}>
        Leave
      </button>
      {isAsking && (
        <LazyConfirmDialog title={`Leave ${name}?`} action="Leave" onConfirm={confirm} onClose={() => setAsking(false)}>
          <p>Your player and its history stay with the clan. To come back you need a new invite.</p>
        </LazyConfirmDialog>
      )}
    </>
  );
}

function Dying({ clan, deletesAt }: { clan: ClanCard; deletesAt: string }) {
  const restore = useRestoreClan(clan.id);
  return (
    <>
      <p className={styles.today}>Being deleted on {formatFullDate(deletesAt)}. Until then you can take it back.</p>
      <div className={styles.actions}>
        <button
          type="button"
          className={buttons.primary}
          aria-label={`Restore ${clan.name}`}
          aria-busy={restore.isPending}
          onClick={() => restore.isPending || restore.mutate()}
        >
          Restore
        </button>
        <OpenLink clan={clan} />
      </div>
      <Problem error={restore.error} />
    </>
  );
}

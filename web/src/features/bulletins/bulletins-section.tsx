import type { Bulletin } from "@clanhall/contract/bulletins";
import type { ClanCard } from "@clanhall/contract/clans";
import { useMediaQuery } from "../../lib/media.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { mayInClan } from "../../domain/permissions.ts";
import { Problem } from "../../ui/feedback.tsx";
import buttons from "../../ui/button.module.css";
import { NothingMatches } from "../../ui/list-states.tsx";
import list from "../../ui/list.module.css";
import { BulletinCards } from "./bulletin-cards.tsx";
import { BulletinDialogs } from "./bulletin-dialogs.tsx";
import { BulletinMenu } from "./bulletin-menu.tsx";
import { BulletinTable } from "./bulletin-table.tsx";
import type { BulletinsAddress, BulletinsChange } from "./bulletins-address.ts";
import { ActionProblem, BulletinsLoading, NoBulletins, ReadOnlyNote } from "./bulletins-states.tsx";
import { BulletinsFilter, BulletinsTools, countAll } from "./bulletins-tools.tsx";
import { type BulletinsPage, bulletinsOf, useFollowBulletins } from "./manage-bulletins.api.ts";
import { useBulletinActions } from "./use-bulletin-actions.ts";

interface BulletinsSectionProps {
  clan: ClanCard;
  userId: string;
  address: BulletinsAddress;
  /** Narrows the list, as no new step back. */
  onFilter: (change: BulletinsChange) => void;
  /** Opens something that going back closes again. */
  onShow: (change: BulletinsChange) => void;
}

/** The bulletins of a clan and all that can be done to them. */
export function BulletinsSection(props: BulletinsSectionProps) {
  const found = useInfiniteQuery(bulletinsOf(props.clan.id, props.address));
  useFollowBulletins(props.clan.id);
  const first = found.data?.pages[0];
  if (found.data === undefined || first === undefined) return <BulletinsLoading query={found} />;
  return (
    <LoadedBulletins
      {...props}
      bulletins={found.data.pages.flatMap(({ items }) => items)}
      counts={first.counts}
      more={found}
    />
  );
}

interface MorePages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => Promise<unknown>;
}

interface LoadedProps extends BulletinsSectionProps {
  bulletins: Bulletin[];
  counts: BulletinsPage["counts"];
  more: MorePages;
}

function LoadedBulletins({ clan, userId, address, bulletins, counts, more, onFilter, onShow }: LoadedProps) {
  const actions = useBulletinActions(clan.id);
  const isNarrow = useMediaQuery("(max-width: 61.99em)");
  const canEdit = mayInClan(clan, "clan.manage");
  const isManager = mayInClan(clan, "settings.view");
  const count = countAll(counts);
  const menuOf = (bulletin: Bulletin) => (
    <BulletinMenu bulletin={bulletin} canEdit={canEdit} actions={actions} onShow={onShow} />
  );
  return (
    <div className={list.section}>
      {canEdit && <BulletinsTools count={count} onShow={onShow} />}
      {isManager && !canEdit && <ReadOnlyNote isDying={clan.deletes_at !== null} />}
      <ActionProblem error={actions.problem} />
      {count === 0 ? (
        <NoBulletins onMake={canEdit ? () => onShow({ isNew: true }) : null} />
      ) : (
        <>
          <BulletinsFilter counts={isManager ? counts : null} address={address} clanId={clan.id} onFilter={onFilter} />
          {bulletins.length === 0 && (
            <NothingMatches
              sentence="No bulletin fits these filters."
              onClear={() => onFilter({ state: null, q: "" })}
            />
          )}
          {bulletins.length > 0 &&
            (isNarrow || !isManager ? (
              <BulletinCards bulletins={bulletins} menuOf={isManager ? menuOf : null} />
            ) : (
              <BulletinTable bulletins={bulletins} menuOf={menuOf} />
            ))}
          <ShowMore {...more} />
        </>
      )}
      <BulletinDialogs
        clanId={clan.id}
        userId={userId}
        bulletins={bulletins}
        address={address}
        canEdit={canEdit}
        actions={actions}
        onAddress={onFilter}
      />
    </div>
  );
}

function ShowMore({ hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage }: MorePages) {
  if (!hasNextPage) return null;
  return (
    <>
      {isFetchNextPageError && <Problem error={error} />}
      <button
        type="button"
        className={`${buttons.secondary} ${list.more}`}
        aria-busy={isFetchingNextPage}
        onClick={() => isFetchingNextPage || void fetchNextPage()}
      >
        Show more
      </button>
    </>
  );
}

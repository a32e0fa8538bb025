import { toExcerpt } from "@clanhall/contract/rules/bulletin-excerpt";
import { type Bulletin, bulletinStates } from "@clanhall/contract/bulletins";
import type { ClanCard } from "@clanhall/contract/clans";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { DataList, ReadOnlyNotice } from "../../ui/lists/data-list.tsx";
import { FilterBar } from "../../ui/lists/filter-bar.tsx";
import { Muted, Stack } from "../../ui/core/layout.tsx";
import { ListSection } from "../../ui/list.tsx";
import { Pager } from "../../ui/pager.tsx";
import { useSearchFilters, useSearchParams } from "../../ui/lists/search-filters.ts";
import { menuItems, useBulletinActions } from "./actions.ts";
import { BulletinContent } from "./content.tsx";
import { stateNames } from "./format.ts";
import styles from "./bulletins.module.css";
import { bulletinColumns, BulletinLink, Marks, Moment } from "./columns.tsx";
import { BulletinDialogs, dialogParams } from "./dialogs.tsx";
import { bulletinsOf, useFollowBulletins } from "./api.ts";
import { ActionError, BulletinTools, NoBulletins } from "./tools.tsx";

const bulletinFilters = {
  state: { kind: "tabs", label: "Bulletins by state", values: bulletinStates, names: stateNames },
  q: { kind: "text", label: "Search bulletins" },
} as const;

const label = "Bulletins, pinned ones first, then the newest";
const noMatch = { sentence: "No bulletins match these filters." };

/** The bulletins of a clan and all that can be done to them. */
export function BulletinList({ clan, userId }: { clan: ClanCard; userId: string }) {
  const filters = useSearchFilters(bulletinFilters, { clan: clan.id });
  const dialog = useSearchParams(dialogParams, { clan: clan.id });
  const found = useInfiniteQuery(bulletinsOf(clan.id, filters.values));
  useFollowBulletins(clan.id);
  const actions = useBulletinActions(clan.id);
  const canEdit = mayInClan(clan, "clan.manage");
  const isManager = mayInClan(clan, "settings.view");
  if (found.data === undefined && hasStatus(found.error, 400, 403, 404)) return <ErrorMessage error={found.error} />;
  const rows = found.data?.pages.flatMap(({ items }) => items);
  const counts = found.data?.pages[0]?.counts;
  const count = counts && bulletinStates.reduce((sum, state) => sum + counts[state], 0);
  const onShow: typeof dialog.set = (change) => dialog.set(change, { isStep: true });
  const isReading = rows !== undefined && rows.length > 0 && !isManager;
  return (
    <ListSection>
      {canEdit && count !== undefined && <BulletinTools count={count} onShow={onShow} />}
      {isManager && !canEdit && (
        <ReadOnlyNotice isDeleted={clan.deletes_at !== null}>
          its bulletins can be read, but not changed.
        </ReadOnlyNotice>
      )}
      <ActionError error={actions.error} />
      {count !== undefined && count > 0 && (
        <FilterBar
          filters={filters}
          // Everything that others see is live.
          without={isManager ? [] : ["state"]}
          countOf={(_name, state) => (state === "" ? count : counts?.[state as keyof typeof counts])}
        />
      )}
      {isReading ? (
        <>
          <ReadingList bulletins={rows} />
          <Pager query={found} />
        </>
      ) : (
        <DataList
          label={label}
          what="The bulletins"
          query={found}
          rows={rows}
          columns={bulletinColumns}
          rowId={({ id }) => id}
          rowName={({ title }) => title}
          filters={{ ...filters, isFiltered: count !== 0 && filters.isFiltered, noMatch }}
          empty={<NoBulletins onMake={canEdit ? () => onShow({ make: "1" }) : null} />}
          menu={isManager ? (bulletin) => menuItems({ bulletin, canEdit, actions, onShow }) : null}
          pages={found}
        />
      )}
      {rows && (
        <BulletinDialogs
          clanId={clan.id}
          userId={userId}
          bulletins={rows}
          params={dialog}
          canEdit={canEdit}
          actions={actions}
        />
      )}
    </ListSection>
  );
}

/** For everybody who only reads: how each begins. */
function ReadingList({ bulletins }: { bulletins: Bulletin[] }) {
  return (
    <Stack as="ul" gap={3} className={styles.reading} aria-label={label}>
      {bulletins.map((bulletin) => (
        <li key={bulletin.id}>
          <div className={styles.readingTitle}>
            <BulletinLink bulletin={bulletin} />
          </div>
          <Marks bulletin={bulletin} />
          <div className={styles.readingExcerpt}>
            <BulletinContent html={toExcerpt(bulletin.content)} />
          </div>
          <Muted as="p">
            <Moment iso={bulletin.posted_at} otherwise="" />
          </Muted>
        </li>
      ))}
    </Stack>
  );
}

import { useMediaQuery } from "../../lib/media.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import buttons from "../../ui/button.module.css";
import { Problem } from "../../ui/feedback.tsx";
import { ListLoading, NothingMatches } from "../../ui/list-states.tsx";
import list from "../../ui/list.module.css";
import { isFiltered, noFilter, type UsersAddress, type UsersChange } from "./users-address.ts";
import { UserCards } from "./user-cards.tsx";
import { UserTable } from "./user-table.tsx";
import { UsersFilter } from "./users-filter.tsx";
import { NobodyYet } from "./users-states.tsx";
import { downloadUsers, usersOf } from "./users.api.ts";
import styles from "./users.module.css";
import { shownText } from "./format.ts";

interface UsersSectionProps {
  address: UsersAddress;
  onChange: (change: UsersChange) => void;
}

/** Everybody with an account, as far as the filters let them through. */
export function UsersSection({ address, onChange }: UsersSectionProps) {
  return (
    <div className={styles.section}>
      <UsersFilter address={address} onChange={onChange} />
      <FoundUsers address={address} onClear={() => onChange(noFilter)} />
    </div>
  );
}

function FoundUsers({ address, onClear }: { address: UsersAddress; onClear: () => void }) {
  const isNarrow = useMediaQuery("(max-width: 61.99em)");
  const found = useInfiniteQuery(usersOf(address));
  if (found.data === undefined) return <ListLoading query={found} what="The users" rows={8} shape="people" />;
  const users = found.data.pages.flatMap(({ items }) => items);
  if (users.length === 0)
    return isFiltered(address) ? (
      <NothingMatches title="Nobody matches" sentence="No user fits these filters." onClear={onClear} />
    ) : (
      <NobodyYet />
    );
  const List = isNarrow ? UserCards : UserTable;
  return (
    <div className={styles.found} aria-busy={found.isPlaceholderData}>
      <div className={styles.tools}>
        <p role="status" className={list.count}>
          {shownText(users.length, found.data.pages[0]?.total ?? 0)}
        </p>
        <CsvButton address={address} />
      </div>
      <List users={users} />
      {found.hasNextPage && (
        <button
          type="button"
          className={buttons.secondary}
          aria-busy={found.isFetchingNextPage}
          onClick={() => found.isFetchingNextPage || void found.fetchNextPage()}
        >
          Show more
        </button>
      )}
      {found.isFetchNextPageError && <Problem error={found.error} />}
    </div>
  );
}

function CsvButton({ address }: { address: UsersAddress }) {
  const csv = useMutation({ mutationFn: () => downloadUsers(address) });
  return (
    <>
      <button
        type="button"
        className={buttons.secondary}
        aria-busy={csv.isPending}
        onClick={() => csv.isPending || csv.mutate()}
      >
        Download CSV
      </button>
      <Problem error={csv.error} />
    </>
  );
}

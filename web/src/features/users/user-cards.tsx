import type { UserRow } from "@clanhall/contract/admin-users";
import { formatNumber } from "../../lib/format.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Fact } from "../../ui/fact.tsx";
import list from "../../ui/list.module.css";
import { LastSignIn, NameCell, StateChip } from "./user-cells.tsx";
import { waysText } from "./format.ts";
import styles from "./users.module.css";

/** The users on a phone: one card each. */
export function UserCards({ users }: { users: UserRow[] }) {
  return (
    <ul className={list.cards} aria-label="Users">
      {users.map((user) => (
        <li key={user.id} className={`${list.card} ${styles.card}`}>
          <div className={list.cardHead}>
            <NameCell user={user} />
            <StateChip state={user.state} />
          </div>
          <dl className={list.facts}>
            <Fact label="Ways in">{waysText(user.providers)}</Fact>
            <Fact label="Second factor">{user.has_factor ? "Yes" : "No"}</Fact>
            <Fact label="Clans">{formatNumber(user.clans)}</Fact>
            <Fact label="Joined">
              <RelativeTime iso={user.created_at} />
            </Fact>
            <Fact label="Last sign-in">
              <LastSignIn at={user.last_sign_in_at} />
            </Fact>
          </dl>
        </li>
      ))}
    </ul>
  );
}

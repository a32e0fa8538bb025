import type { UserRow } from "@clanhall/contract/admin-users";
import { formatNumber } from "../../lib/format.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import list from "../../ui/list.module.css";
import { LastSignIn, NameCell, StateChip } from "./user-cells.tsx";
import { waysText } from "./format.ts";

export function UserTable({ users }: { users: UserRow[] }) {
  return (
    <div className={list.frame}>
      <table className={list.table}>
        <caption className="unseen">Users</caption>
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">State</th>
            <th scope="col">Ways in</th>
            <th scope="col">Second factor</th>
            <th scope="col" data-number>
              Clans
            </th>
            <th scope="col">Joined</th>
            <th scope="col">Last sign-in</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <th scope="row">
                <NameCell user={user} />
              </th>
              <td>
                <StateChip state={user.state} />
              </td>
              <td>{waysText(user.providers)}</td>
              <td>{user.has_factor ? "Yes" : <span className={list.note}>No</span>}</td>
              <td data-number>{formatNumber(user.clans)}</td>
              <td className={list.steady}>
                <RelativeTime iso={user.created_at} />
              </td>
              <td className={list.steady}>
                <LastSignIn at={user.last_sign_in_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

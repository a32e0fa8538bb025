import type { Bulletin } from "@clanhall/contract/bulletins";
import type { ReactNode } from "react";
import list from "../../ui/list.module.css";
import { Moment, StateChip, TitleCell } from "./bulletin-cells.tsx";
import { audienceNames, seenText } from "./format.ts";
import styles from "./bulletins.module.css";

interface BulletinTableProps {
  bulletins: Bulletin[];
  menuOf: (bulletin: Bulletin) => ReactNode;
}

/** The bulletins as their managers see them. */
export function BulletinTable({ bulletins, menuOf }: BulletinTableProps) {
  return (
    <div className={list.frame}>
      <table className={list.table}>
        <caption className="unseen">Bulletins, pinned ones first, then the newest</caption>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">State</th>
            <th scope="col">For</th>
            <th scope="col">Published</th>
            <th scope="col">Expires</th>
            <th scope="col" data-number>
              Seen
            </th>
            <th scope="col" className={list.menuCell}>
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {bulletins.map((bulletin) => (
            <tr key={bulletin.id}>
              <th scope="row">
                <TitleCell bulletin={bulletin} />
              </th>
              <td>
                <StateChip bulletin={bulletin} />
              </td>
              <td>{audienceNames[bulletin.audience]}</td>
              <td className={styles.moment}>
                <Moment iso={bulletin.posted_at} otherwise="Not yet" />
              </td>
              <td className={styles.moment}>
                <Moment iso={bulletin.expires_at} otherwise="Never" />
              </td>
              <td data-number>{seenText(bulletin)}</td>
              <td className={list.menuCell}>{menuOf(bulletin)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { toExcerpt } from "@clanhall/contract/bulletin-excerpt";
import type { Bulletin } from "@clanhall/contract/bulletins";
import type { ReactNode } from "react";
import { Fact } from "../../ui/fact.tsx";
import list from "../../ui/list.module.css";
import { Moment, StateChip, TitleCell } from "./bulletin-cells.tsx";
import { BulletinText } from "./bulletin-text.tsx";
import { audienceNames, seenText } from "./format.ts";
import styles from "./bulletins.module.css";

interface BulletinCardsProps {
  bulletins: Bulletin[];
  /** Null for those who only read: state, audience and readers are no matter of theirs. */
  menuOf: ((bulletin: Bulletin) => ReactNode) | null;
}

/** One card each: for managers on a phone, and for everybody who reads. */
export function BulletinCards({ bulletins, menuOf }: BulletinCardsProps) {
  return (
    <ul
      className={`${list.cards} ${styles.cards}`}
      data-reading={menuOf === null || undefined}
      aria-label="Bulletins, pinned ones first, then the newest"
    >
      {bulletins.map((bulletin) => (
        <li key={bulletin.id} className={list.card}>
          <div className={list.cardHead}>
            <TitleCell bulletin={bulletin} />
            {menuOf?.(bulletin)}
          </div>
          {menuOf ? <Facts bulletin={bulletin} /> : <Beginning bulletin={bulletin} />}
        </li>
      ))}
    </ul>
  );
}

function Beginning({ bulletin: { content, posted_at } }: { bulletin: Bulletin }) {
  return (
    <>
      <div className={styles.excerpt}>
        <BulletinText html={toExcerpt(content)} />
      </div>
      <p className={list.note}>
        <Moment iso={posted_at} otherwise="" />
      </p>
    </>
  );
}

function Facts({ bulletin }: { bulletin: Bulletin }) {
  return (
    <>
      <StateChip bulletin={bulletin} />
      <dl className={list.facts}>
        <Fact label="For">{audienceNames[bulletin.audience]}</Fact>
        <Fact label="Published">
          <Moment iso={bulletin.posted_at} otherwise="Not yet" />
        </Fact>
        <Fact label="Expires">
          <Moment iso={bulletin.expires_at} otherwise="Never" />
        </Fact>
        <Fact label="Seen">{seenText(bulletin)}</Fact>
      </dl>
    </>
  );
}

import { toExcerpt } from "@clanhall/contract/bulletin-excerpt";
import { widgetItemsMax } from "@clanhall/contract/dashboard";
import type { Bulletin } from "@clanhall/contract/bulletins";
import { Badge } from "../../ui/badge.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { WidgetList } from "../../ui/widget-list.tsx";
import { BulletinContent } from "./content.tsx";
import styles from "./bulletins.module.css";

const DashboardBulletin = lazyDialog(async () => (await import("./reader.tsx")).DashboardBulletin);

interface BulletinsWidgetProps {
  /** Newest first. */
  bulletins: Bulletin[];
  isPending: boolean;
  isChosen: (clanId: string | null) => boolean;
  /** The bulletin that is open; null for none. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** The newest bulletins of the chosen clans on the dashboard. */
export function BulletinsWidget({ bulletins, isPending, isChosen, openId, onOpen }: BulletinsWidgetProps) {
  const open = bulletins.find(({ id }) => id === openId);
  const shown = bulletins.filter(({ clan_id }) => isChosen(clan_id)).slice(0, widgetItemsMax);
  return (
    <>
      <WidgetList isPending={isPending} loading="Loading bulletins…" none="No bulletins found.">
        {shown.map((bulletin) => (
          <li key={bulletin.id}>
            <BulletinItem bulletin={bulletin} onOpen={() => onOpen(bulletin.id)} />
          </li>
        ))}
      </WidgetList>
      {open && <DashboardBulletin key={open.id} bulletin={open} onClose={() => onOpen(null)} />}
    </>
  );
}

/** The title opens it, wherever one presses; links in the excerpt stay links. */
function BulletinItem({ bulletin, onOpen }: { bulletin: Bulletin; onOpen: () => void }) {
  const { title, content, clan_name, is_seen } = bulletin;
  return (
    <div className={styles.item}>
      <div className={styles.head}>
        <button type="button" className={styles.title} onClick={onOpen}>
          {!is_seen && (
            <span className={styles.unread}>
              <span className="unseen">Unread: </span>
            </span>
          )}
          {title}
        </button>
        {clan_name && <Badge>{clan_name}</Badge>}
      </div>
      {content !== "" && (
        <div className={styles.excerpt}>
          <BulletinContent html={toExcerpt(content)} />
        </div>
      )}
    </div>
  );
}

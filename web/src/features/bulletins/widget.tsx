import { toExcerpt } from "@clanhall/contract/rules/bulletin-excerpt";
import { type Bulletin, listMyBulletins, markBulletinSeen } from "@clanhall/contract/bulletins";
import { bulletinsPerClan, widgetItemsMax } from "@clanhall/contract/dashboard";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { call } from "../../lib/api-client.ts";
import { fetchWithEtag } from "../../lib/etag-cache.ts";
import { useWarnOnError } from "../../lib/hooks.ts";
import { loadWhenReachable } from "../../lib/load-chunk.ts";
import { Badge } from "../../ui/badge.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { WidgetList } from "../../ui/widget-list.tsx";
import styles from "./bulletins.module.css";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { publishedAt } from "./format.ts";

/** What cleans a message is large: it comes beside the messages, so that the page need not wait for it. */
const loading = loadWhenReachable(async () => (await import("./content.tsx")).BulletinContent);
const BulletinContent = lazy(async () => ({ default: await loading }));
const DashboardBulletin = lazyDialog(async () => (await import("./reader.tsx")).DashboardBulletin);

/** The newest of all the caller's clans, newest first. Asked for again with everything else about bulletins. */
const myBulletinsQuery = queryOptions({
  queryKey: ["bulletins", "my"],
  queryFn: async () => {
    const query = { limitPerClan: bulletinsPerClan };
    const { items } = await call(listMyBulletins, { query }, { fetch: fetchWithEtag });
    return items.toSorted((a, b) => publishedAt(b).localeCompare(publishedAt(a)));
  },
});

const none: Bulletin[] = [];

/** The dashboard does without bulletins that do not come. */
export function useMyBulletins(isWanted: boolean) {
  const { data = none, error, isPending } = useQuery({ ...myBulletinsQuery, enabled: isWanted });
  useWarnOnError(error, "The bulletins could not be loaded");
  return { bulletins: data, isPending };
}

/** Notes that a bulletin was opened. Nobody waits for it, and nothing is lost when it does not arrive. */
function useMarkSeen() {
  const queries = useQueryClient();
  return ({ id, clan_id, is_seen }: Bulletin) => {
    if (is_seen) return;
    void call(markBulletinSeen, { params: { clanId: clan_id, bulletinId: id } }).catch(() => undefined);
    queries.setQueryData(myBulletinsQuery.queryKey, (known) =>
      known?.map((bulletin) => (bulletin.id === id ? { ...bulletin, is_seen: true } : bulletin)),
    );
  };
}

interface BulletinsWidgetProps {
  /** Newest first. */
  bulletins: Bulletin[];
  isPending: boolean;
  isChosen: (clanId: string | null) => boolean;
  /** What can be done when there is nothing. */
  action: ReactNode;
  /** The bulletin that is open; null for none. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** The newest bulletins of the chosen clans on the dashboard. */
export function BulletinsWidget({ bulletins, isPending, isChosen, action, openId, onOpen }: BulletinsWidgetProps) {
  const open = bulletins.find(({ id }) => id === openId);
  const markSeen = useMarkSeen();
  const shown = bulletins.filter(({ clan_id }) => isChosen(clan_id)).slice(0, widgetItemsMax);
  return (
    <>
      <WidgetList isPending={isPending} loading="Loading bulletins…" none="No bulletins found." action={action}>
        {shown.map((bulletin) => (
          <li key={bulletin.id}>
            <BulletinItem bulletin={bulletin} onOpen={() => onOpen(bulletin.id)} />
          </li>
        ))}
      </WidgetList>
      {open && (
        <DashboardBulletin key={open.id} bulletin={open} onOpened={() => markSeen(open)} onClose={() => onOpen(null)} />
      )}
    </>
  );
}

/** The title opens it, wherever one presses; links in the excerpt stay links. */
function BulletinItem({ bulletin, onOpen }: { bulletin: Bulletin; onOpen: () => void }) {
  const { title, content, clan_name, is_seen } = bulletin;
  return (
    <div className={styles.item}>
      <Row justify="between">
        <button type="button" className={styles.title} onClick={onOpen}>
          {!is_seen && (
            <span className={styles.unread}>
              <span className="visually-hidden">Unread: </span>
            </span>
          )}
          {title}
        </button>
        {clan_name && <Badge>{clan_name}</Badge>}
      </Row>
      {content !== "" && (
        <Muted as="div" className={styles.excerpt}>
          <Suspense>
            <BulletinContent html={toExcerpt(content)} />
          </Suspense>
        </Muted>
      )}
    </div>
  );
}

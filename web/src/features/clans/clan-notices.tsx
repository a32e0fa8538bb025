import type { Clan } from "@clanhall/contract/clans";
import { formatFullDate } from "../../lib/format.ts";
import { Notice } from "../../ui/core/notice.tsx";
import { RestoreButton } from "./danger-zone.tsx";
import { OfferNotice } from "./offer-notice.tsx";

/** What concerns the whole clan, above every tab. */
export function ClanNotices({ clan }: { clan: Clan }) {
  return (
    <>
      {clan.deletes_at && (
        <Notice tone="warning" role="region" aria-label="The clan will be deleted">
          <p>
            This clan will be deleted on <strong>{formatFullDate(clan.deletes_at)}</strong>. Only you can see it now.
          </p>
          <RestoreButton clan={clan} />
        </Notice>
      )}
      {clan.archived_at && !clan.deletes_at && (
        <Notice role="region" aria-label="The clan is archived">
          <p>This clan is archived: it can be read, but nothing can be changed. The owner can open it again.</p>
        </Notice>
      )}
      {clan.offered_by !== null && <OfferNotice clan={clan} offeredBy={clan.offered_by} />}
    </>
  );
}

import { ClanPage } from "../domain/clan-page.tsx";
import { BulletinList } from "../features/bulletins/list.tsx";
import { useSession } from "../lib/session.ts";

export function BulletinsPage() {
  const userId = useSession()?.userId;
  return (
    <ClanPage title="Bulletins" action="clan.view">
      {(clan) => userId && <BulletinList key={`${userId} ${clan.id}`} clan={clan} userId={userId} />}
    </ClanPage>
  );
}

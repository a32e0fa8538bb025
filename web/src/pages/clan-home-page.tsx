import { ClanPage } from "../domain/clan-page.tsx";
import { Home, HomeTools } from "../features/home/home.tsx";
import { useIsPhone } from "../lib/media.ts";

/** On a phone the bar above names the clan, and the day's card has the button. */
export function ClanHomePage() {
  const isPhone = useIsPhone();
  return (
    <ClanPage
      title={(clan) => clan?.name ?? "Clan Home"}
      isTitleHidden={isPhone}
      action="clan.view"
      renderTools={(clan) => !isPhone && <HomeTools clan={clan} />}
    >
      {(clan) => <Home key={clan.id} clan={clan} />}
    </ClanPage>
  );
}

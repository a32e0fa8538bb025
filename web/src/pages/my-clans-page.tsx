import { type ClanCard, ownedClansMax } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { ButtonLink } from "../ui/core/button.tsx";
import { AsyncSection } from "../ui/async-section.tsx";
import { ClanList, CreateLink } from "../features/clans/my-clans.tsx";
import styles from "../features/clans/clans.module.css";
import { CreateClanForm } from "../features/clans/create-clan.tsx";
import { untilDayEnds } from "../features/clans/api.ts";
import { gamesQuery, myClansQuery } from "../domain/clans.ts";
import { profileQuery } from "../domain/profile.ts";
import { readText } from "../lib/compat/read-answer.ts";
import { Card } from "../ui/card.tsx";
import { deviceTimeZone } from "../lib/format.ts";
import { useWhileMounted } from "../lib/hooks.ts";
import { Row, Stack } from "../ui/core/layout.tsx";
import { showToast } from "../ui/toasts.ts";

export function MyClansPage() {
  const isCreating = useLocation({ select: ({ search }) => readText(search, "create") === "clan" });
  const clans = useQuery({ ...myClansQuery, refetchInterval: ({ state }) => untilDayEnds(state.data) });
  return (
    <>
      {!isCreating && (
        <Row justify="between" className={styles.head}>
          <h1>My Clans</h1>
          {(clans.data?.length ?? 0) > 0 && <CreateLink />}
        </Row>
      )}
      <AsyncSection query={clans} what="Your clans" lines={4}>
        {(loaded) => (isCreating ? <CreateClan clans={loaded} /> : <ClanList clans={loaded} />)}
      </AsyncSection>
    </>
  );
}

function CreateClan({ clans }: { clans: ClanCard[] }) {
  const id = useId();
  const navigate = useNavigate();
  const games = useQuery(gamesQuery);
  const profile = useQuery(profileQuery);
  const owned = clans.filter(({ role, deletes_at }) => role === "owner" && !deletes_at).length;
  const open = useWhileMounted((params: { id: string }) => void navigate({ to: pages.clanHome.path, params }));
  const sayReady = (clan: { id: string; name: string }) => {
    showToast({ kind: "success", message: `${clan.name} is ready` });
    open({ id: clan.id });
  };
  return (
    <Stack as="section" gap={5} className={styles.createPage} aria-labelledby={id}>
      <h1 id={id}>Create a clan</h1>
      {owned >= ownedClansMax ? (
        <Card title="No more clans">
          <p>You own {ownedClansMax} clans, which is as many as one person can. Transfer or delete one first.</p>
          <div>
            <ButtonLink to={pages.myClans.path}>Back to my clans</ButtonLink>
          </div>
        </Card>
      ) : (
        <AsyncSection query={games} what="The games" lines={6}>
          {(known) => (
            <AsyncSection query={profile} what="Your profile" lines={6}>
              {({ display_name, time_zone }) => (
                <CreateClanForm
                  games={known}
                  playerName={display_name}
                  timeZone={time_zone ?? deviceTimeZone()}
                  owned={owned}
                  onCreated={sayReady}
                />
              )}
            </AsyncSection>
          )}
        </AsyncSection>
      )}
    </Stack>
  );
}

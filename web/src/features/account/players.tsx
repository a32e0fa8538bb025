import type { PublicName } from "@clanhall/contract/account";
import type { listMyLinkedMembers } from "@clanhall/contract/members";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { Card } from "../../ui/card.tsx";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";
import styles from "./account.module.css";
import { PlayerNameChoice } from "./player-name-choice.tsx";
import players from "./players-card.module.css";
import { myPlayersQuery, useLeaveClan } from "./settings-api.ts";

type Player = AnswerOf<typeof listMyLinkedMembers>[number];

/** The players the account is linked to, one for each clan. */
export function PlayersCard({ usual }: { usual: PublicName }) {
  const mine = useQuery(myPlayersQuery);
  return (
    <Card title="My players" line="Who you are in your clans, and what strangers read on their public boards.">
      <AsyncSection query={mine} what="Your players" lines={3}>
        {(list) => (list.length === 0 ? <NoPlayers /> : <Players list={list} usual={usual} />)}
      </AsyncSection>
    </Card>
  );
}

function NoPlayers() {
  return (
    <>
      <p className={styles.note}>You have no player yet. Open the invite link a clan sent you, or create a clan.</p>
      <div className={styles.actions}>
        <ButtonLink to={pages.myClans.path} search={{ create: "clan" }}>
          Create a clan
        </ButtonLink>
      </div>
    </>
  );
}

function Players({ list, usual }: { list: Player[]; usual: PublicName }) {
  return (
    <ul className={styles.list}>
      {list.map((player) => (
        <li key={player.id} className={styles.item}>
          <div className={styles.what}>
            <strong>{player.name}</strong>
            <span className={styles.chip}>{player.role}</span>
            <div className={styles.note}>{player.clan.name}</div>
          </div>
          {player.status === "active" ? (
            <>
              <div className={players.choice}>
                <PlayerNameChoice clanId={player.clan_id} clanName={player.clan.name} usual={usual} />
              </div>
              <LeaveButton player={player} />
            </>
          ) : (
            <p className={players.wide}>You are not active in this clan at the moment, so it is closed to you.</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function LeaveButton({ player: { clan, clan_id: clanId, name, role } }: { player: Player }) {
  const [isAsking, setAsking] = useState(false);
  const leave = useLeaveClan();
  const confirm = async () => {
    await leave(clanId);
    showToast({ kind: "success", message: `You have left ${clan.name}` });
  };
  if (role === "owner") {
    return (
      <div className={players.leave}>
        <Button disabled aria-describedby={`why-${clanId}`}>
          Leave <span className="unseen">{clan.name}</span>
        </Button>
        <p id={`why-${clanId}`} className={styles.note}>
          The owner cannot leave.{" "}
          <Link className={players.link} to={pages.clanAdmin.path} params={{ id: clanId }} search={{ tab: "danger" }}>
            Hand the clan over first
          </Link>
        </p>
      </div>
    );
  }
  return (
    <div className={players.leave}>
      <Button onClick={() => setAsking(true)}>
        Leave <span className="unseen">{clan.name}</span>
      </Button>
      {isAsking && (
        <LazyConfirmDialog
          title={`Leave ${clan.name}?`}
          action="Leave"
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          <p>
            You lose access at once. What was entered for {name} stays with the clan, and only a new invite brings you
            back.
          </p>
        </LazyConfirmDialog>
      )}
    </div>
  );
}

import { type PublicName, publicNames } from "@clanhall/contract/account";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { listMyLinkedMembers } from "@clanhall/contract/members";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { hasStatus } from "../../lib/api-errors.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { ConfirmButton } from "../../ui/lazy-dialog.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { showToast } from "../../ui/toasts.ts";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import styles from "./account.module.css";
import { clanSettingsQuery, myPlayersQuery, useChoosePublicName, useLeaveClan } from "./api.ts";

type Player = AnswerOf<typeof listMyLinkedMembers>[number];

/** The players the account is linked to, one for each clan. */
export function PlayersCard({ usual }: { usual: PublicName }) {
  const mine = useQuery(myPlayersQuery);
  return (
    <Card title="My players" line="Who you are in your clans, and your name on their public boards.">
      <AsyncSection query={mine} what="Your players" lines={3}>
        {(list) => (list.length === 0 ? <NoPlayers /> : <Players list={list} usual={usual} />)}
      </AsyncSection>
    </Card>
  );
}

function NoPlayers() {
  return (
    <>
      <Muted as="p">You have no player yet. Open the invite link a clan sent you, or create a clan.</Muted>
      <Row>
        <ButtonLink to={pages.myClans.path} search={{ create: "clan" }}>
          Create a clan
        </ButtonLink>
      </Row>
    </>
  );
}

function Players({ list, usual }: { list: Player[]; usual: PublicName }) {
  return (
    <ul>
      {list.map((player) => (
        <ListItem key={player.id}>
          <ItemText>
            <strong>{player.name}</strong> <Badge tone="info">{player.role}</Badge>
            <Muted as="p">{player.clan.name}</Muted>
          </ItemText>
          <Stack gap={2} className={styles.player}>
            {player.status === "active" ? (
              <PlayerNameChoice clanId={player.clan_id} clanName={player.clan.name} usual={usual} />
            ) : (
              <Muted as="p">You are not active in this clan at the moment, so it is closed to you.</Muted>
            )}
          </Stack>
          <LeaveButton player={player} />
        </ListItem>
      ))}
    </ul>
  );
}

function LeaveButton({ player: { clan, clan_id: clanId, name, role, status } }: { player: Player }) {
  const leave = useLeaveClan();
  const leaveClan = async () => {
    await leave(clanId);
    showToast({ kind: "success", message: `You have left ${clan.name}` });
  };
  if (role === "owner") {
    return (
      <Stack gap={1} align="start" className={styles.leave}>
        <Button disabled aria-describedby={`why-${clanId}`}>
          Leave <span className="visually-hidden">{clan.name}</span>
        </Button>
        <Muted as="p" id={`why-${clanId}`}>
          The owner cannot leave.{" "}
          <Link to={pages.clanAdmin.path} params={{ id: clanId }} search={{ tab: "danger" }}>
            Hand the clan over first
          </Link>
        </Muted>
      </Stack>
    );
  }
  return (
    <Stack gap={1} align="start" className={styles.leave}>
      <ConfirmButton label="Leave" name={clan.name} title={`Leave ${clan.name}?`} action="Leave" onConfirm={leaveClan}>
        <p>
          {status === "active" && "You lose access at once. "}What was entered for {name} stays with the clan, and only
          a new invite brings you back.
        </p>
      </ConfirmButton>
    </Stack>
  );
}

const nameLabels: Record<PublicName, string> = {
  name: "My player’s name",
  alias: "My alias, if I have one",
  hidden: "No name",
};

const usualLabels: Record<PublicName, string> = { name: "player’s name", alias: "alias", hidden: "no name" };

interface NameChoiceProps {
  clanId: string;
  clanName: string;
  /** What the profile says, for clans without a choice of their own. */
  usual: PublicName;
}

/** How people outside of the clan read the player's name on the boards of one clan; saved with the click. */
function PlayerNameChoice({ clanId, clanName, usual }: NameChoiceProps) {
  const settings = useQuery(clanSettingsQuery(clanId));
  const choose = useChoosePublicName(clanId);
  const { variables } = choose;
  const isConflict = hasStatus(choose.error, 409);
  const toLabel = (name: PublicName | null) =>
    name === null ? `As in my profile (${usualLabels[usual]})` : nameLabels[name];
  return (
    <AsyncSection query={settings} what={`Your choice for ${clanName}`} lines={1}>
      {({ public_name: chosen, version }) => (
        <>
          <Select
            label="My name on public boards"
            aria-label={`My name on public boards of ${clanName}`}
            value={chosen ?? ""}
            conflict={
              isConflict && variables
                ? {
                    text: `Changed elsewhere: ${toLabel(chosen)}`,
                    onTake: choose.reset,
                    onKeep: () => choose.mutate({ name: variables.name, version }),
                  }
                : null
            }
            onChange={(value) => choose.mutate({ name: toChoice(value), version })}
            options={[
              { value: "", label: toLabel(null) },
              ...publicNames.map((name) => ({ value: name, label: nameLabels[name] })),
            ]}
          />
          {!isConflict && <ErrorMessage error={choose.error} />}
          <SavedNote text={choose.isSuccess && "Saved"} />
        </>
      )}
    </AsyncSection>
  );
}

function toChoice(value: string): PublicName | null {
  return publicNames.find((name) => name === value) ?? null;
}

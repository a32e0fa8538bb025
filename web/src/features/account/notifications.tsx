import type { ClanNotifications, NotificationKind } from "@clanhall/contract/notifications";
import { useQuery } from "@tanstack/react-query";
import { Administrator } from "../../domain/ask-administrator.tsx";
import { useSendsMail } from "../../domain/profile.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Card } from "../../ui/card.tsx";
import { Switch } from "../../ui/fields.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import styles from "./account.module.css";
import { myNotificationsQuery, useSwitchMail } from "./settings-api.ts";

const kindLabels: Record<NotificationKind, string> = {
  bulletin: "New bulletins",
  reminder: "Missing entries, two hours before the reset",
  board_ended: "Scoreboards that end",
  invite_accepted: "Invites that are accepted",
  join_request: "People who ask to join",
};

/** Which mails each clan may send; those that keep the account safe are not for choosing. */
export function NotificationsCard({ email }: { email: string | null }) {
  const sendsMail = useSendsMail();
  return sendsMail ? <Choices email={email} /> : <NoMail />;
}

function NoMail() {
  return (
    <Card title="Notifications" line="Mails from your clans.">
      <Muted as="p">
        This site sends no mail, so there is nothing to choose. Ask <Administrator /> to set up a mail server.
      </Muted>
    </Card>
  );
}

function Choices({ email }: { email: string | null }) {
  const mine = useQuery(myNotificationsQuery);
  return (
    <Card
      title="Notifications"
      line={
        email === null
          ? "Add an e-mail address to your profile to get mails from your clans."
          : `What your clans send to ${email}. Mails that keep your account safe always come.`
      }
    >
      <AsyncSection query={mine} what="Your notifications" lines={4}>
        {(clans) =>
          clans.length === 0 ? (
            <Muted as="p">Join a clan to choose its notifications.</Muted>
          ) : (
            <ul>
              {clans.map((clan) => (
                <ClanSwitches key={clan.clan_id} clan={clan} />
              ))}
            </ul>
          )
        }
      </AsyncSection>
    </Card>
  );
}

/** What is no longer for somebody can still be switched off. */
function ClanSwitches({ clan }: { clan: ClanNotifications }) {
  const { clan_id: clanId, clan_name: name, offered, mail } = clan;
  const change = useSwitchMail(clanId);
  const kinds = (Object.keys(kindLabels) as NotificationKind[]).filter((kind) => offered.includes(kind) || mail[kind]);
  return (
    <ListItem>
      <ItemText>
        <strong id={`mails-${clanId}`}>{name}</strong>
        <SavedNote text={change.isSuccess && "Saved"} />
        <ErrorMessage error={change.error} />
      </ItemText>
      <div role="group" aria-labelledby={`mails-${clanId}`} className={styles.choices}>
        {kinds.map((kind) => (
          <Switch
            key={kind}
            label={kindLabels[kind]}
            checked={mail[kind]}
            onChange={(isOn) => change.mutate({ kind, isOn })}
          />
        ))}
      </div>
    </ListItem>
  );
}

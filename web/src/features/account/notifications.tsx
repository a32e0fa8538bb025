import type { ClanNotifications, NotificationKind } from "@clanhall/contract/notifications";
import { useQuery } from "@tanstack/react-query";
import { Administrator } from "../../domain/ask-administrator.tsx";
import { productConfigQuery, useSendsMail } from "../../domain/profile.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Card } from "../../ui/card.tsx";
import { Switch } from "../../ui/fields.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import styles from "./account.module.css";
import { myNotificationsQuery, useSwitchNotification } from "./settings-api.ts";

const kindLabels: Record<NotificationKind, string> = {
  bulletin: "New bulletins",
  reminder: "Missing entries, two hours before the reset",
  board_ended: "Scoreboards that end",
  request_decided: "Answers to your requests",
  warning: "Warnings you get",
  request: "Requests of members to decide",
  invite_accepted: "Invites that are accepted",
  join_request: "People who ask to join",
};

/** What each clan may send; mails that keep the account safe are not for choosing. */
export function NotificationsCard({ email }: { email: string | null }) {
  const { data: config } = useQuery(productConfigQuery);
  const sends = { mail: useSendsMail(), discord: config?.discord_app === true };
  return sends.mail || sends.discord ? <Choices email={email} sends={sends} /> : <NoMail />;
}

/** The ways by which this site reaches people. */
interface Sends {
  mail: boolean;
  discord: boolean;
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

function Choices({ email, sends }: { email: string | null; sends: Sends }) {
  const mine = useQuery(myNotificationsQuery);
  return (
    <Card
      title="Notifications"
      line={sends.mail ? describeMails(email) : "What your clans mention you for. This site sends no mail."}
    >
      <AsyncSection query={mine} what="Your notifications" lines={4}>
        {(clans) =>
          clans.length === 0 ? (
            <Muted as="p">Join a clan to choose its notifications.</Muted>
          ) : (
            <ul>
              {clans.map((clan) => (
                <ClanSwitches key={clan.clan_id} clan={clan} sends={sends} />
              ))}
            </ul>
          )
        }
      </AsyncSection>
    </Card>
  );
}

function describeMails(email: string | null): string {
  return email === null
    ? "Add an e-mail address to your profile to get mails from your clans."
    : `What your clans send to ${email}. Mails that keep your account safe always come.`;
}

/** What is no longer for somebody can still be switched off. */
function ClanSwitches({ clan, sends }: { clan: ClanNotifications; sends: Sends }) {
  const { clan_id: clanId, clan_name: name, offered, mail, discord } = clan;
  const change = useSwitchNotification(clanId);
  const kinds = (Object.keys(kindLabels) as NotificationKind[]).filter((kind) => offered.includes(kind) || mail[kind]);
  return (
    <ListItem>
      <ItemText>
        <strong id={`notifications-${clanId}`}>{name}</strong>
        <SavedNote text={change.isSuccess && "Saved"} />
        <ErrorMessage error={change.error} />
      </ItemText>
      <div role="group" aria-labelledby={`notifications-${clanId}`} className={styles.choices}>
        {sends.mail &&
          kinds.map((kind) => (
            <Switch
              key={kind}
              label={kindLabels[kind]}
              checked={mail[kind]}
              onChange={(isOn) => change.mutate({ channel: "mail", kind, isOn })}
            />
          ))}
        {sends.discord && (
          <Switch
            label="Mention me on Discord when entries are missing"
            checked={discord.reminder}
            onChange={(isOn) => change.mutate({ channel: "discord", kind: "reminder", isOn })}
          />
        )}
      </div>
    </ListItem>
  );
}

import type { ClanNotifications, NotificationChannel, NotificationKind } from "@clanhall/contract/notifications";
import { useQuery } from "@tanstack/react-query";
import { Administrator } from "../../domain/ask-administrator.tsx";
import { useSendsMail } from "../../domain/profile.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Card, Disclosure } from "../../ui/card.tsx";
import { Switch } from "../../ui/fields.tsx";
import { Muted, Stack } from "../../ui/core/layout.tsx";
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

/** Mails first; being mentioned in Discord is a choice of its own. */
function ClanSwitches({ clan }: { clan: ClanNotifications }) {
  const { clan_id: clanId, clan_name: name } = clan;
  const change = useSwitchNotification(clanId);
  return (
    <ListItem>
      <ItemText>
        <strong id={`mails-${clanId}`}>{name}</strong>
        <SavedNote text={change.isSuccess && "Saved"} />
        <ErrorMessage error={change.error} />
      </ItemText>
      <Stack gap={2}>
        <Switches clan={clan} channel="mail" labelledBy={`mails-${clanId}`} change={change} />
        <Disclosure summary="Mention me in Discord">
          <Muted as="p">Where {name} posts to Discord. You need to link your Discord account there.</Muted>
          <Switches clan={clan} channel="discord" label={`Mentions of ${name}`} change={change} />
        </Disclosure>
      </Stack>
    </ListItem>
  );
}

interface SwitchesProps {
  clan: ClanNotifications;
  channel: NotificationChannel;
  label?: string;
  labelledBy?: string;
  change: ReturnType<typeof useSwitchNotification>;
}

/** What is no longer for somebody can still be switched off. */
function Switches({ clan: { offered, ...chosen }, channel, label, labelledBy, change }: SwitchesProps) {
  const isOn = chosen[channel];
  const kinds = (Object.keys(kindLabels) as NotificationKind[]).filter((kind) => offered.includes(kind) || isOn[kind]);
  return (
    <div role="group" aria-label={label} aria-labelledby={labelledBy} className={styles.choices}>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={kindLabels[kind]}
          checked={isOn[kind]}
          onChange={(next) => change.mutate({ channel, kind, isOn: next })}
        />
      ))}
    </div>
  );
}

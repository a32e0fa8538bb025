import type { Profile, WidgetKey } from "@clanhall/contract/account";
import { toWidgetOrder } from "@clanhall/contract/dashboard";
import { useState } from "react";
import { z } from "zod";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { FieldConflict, Form } from "../../ui/core/field.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { Card } from "../../ui/card.tsx";
import { FormErrors, FormFooter, UnsavedGuard } from "../../ui/forms/form-dialog.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useVersionedForm, type VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { myNotificationsQuery, saveProfile, useKeepProfile, useSwitchNotification } from "./api.ts";
import styles from "./account.module.css";
import type { ClanNotifications, NotificationKind } from "@clanhall/contract/notifications";
import { useQuery } from "@tanstack/react-query";
import { Administrator } from "../../domain/ask-administrator.tsx";
import { productConfigQuery, useSendsMail } from "../../domain/profile.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Switch } from "../../ui/fields.tsx";
import { Grid, Muted, Row } from "../../ui/core/layout.tsx";

const widgetNames: Record<WidgetKey, string> = {
  scoreboards: "Scoreboards",
  invites: "Member Invites",
  bulletins: "Clan Bulletins",
};

interface Layout {
  order: WidgetKey[];
  hidden: WidgetKey[];
}

const toFields = ({ ui_settings: { dashboard } }: Profile): Layout => ({
  order: toWidgetOrder(dashboard.order),
  hidden: dashboard.hidden,
});

export function DashboardSettings({ profile }: { profile: Profile }) {
  const keep = useKeepProfile();
  const form = useVersionedForm({
    row: profile,
    toFields,
    initial: () => toFields(profile),
    toBody: (dashboard: Layout) => ({ ui_settings: { dashboard } }),
    parts: { ui_settings: ["order", "hidden"] },
    // Nothing in it is typed, so nothing can be wrong.
    schema: z.unknown(),
    labels: { ui_settings: "Dashboard" },
    show: { ui_settings: ({ dashboard }) => layoutText(dashboard) },
    save: async (change) => {
      try {
        return await saveProfile(change);
      } catch (error) {
        if (!hasStatus(error, 409)) {
          showToast({ kind: "error", message: "Failed to save dashboard settings" });
        }
        throw error;
      }
    },
    onSaved: (saved) => {
      keep(saved);
      showToast({ kind: "success", message: "Dashboard settings saved" });
    },
  });
  const conflict = form.conflictOf("order");
  return (
    <Card title="Dashboard" line="What your dashboard shows, and in which order.">
      <Form {...form.formProps}>
        <FormErrors form={form} />
        <Widgets form={form} />
        {conflict && <FieldConflict id="dashboard-conflict" label="Dashboard" {...conflict} />}
        <FormFooter form={form} action="Save dashboard" />
      </Form>
      <UnsavedGuard form={form} />
    </Card>
  );
}

function layoutText({ order, hidden }: Layout): string {
  const shown = order.filter((key) => !hidden.includes(key)).map((key) => widgetNames[key]);
  return shown.length === 0 ? "everything is hidden" : shown.join(", ");
}

function Widgets({ form: { values, set } }: { form: VersionedForm<Layout> }) {
  const { order, hidden } = values;
  const [message, setMessage] = useState("");
  const move = (key: WidgetKey, step: -1 | 1) => {
    const next = moved(order, key, step);
    set({ order: next });
    setMessage(`${widgetNames[key]} is now ${next.indexOf(key) + 1} of ${next.length}`);
  };
  return (
    <>
      <ol>
        {order.map((key, index) => (
          <ListItem key={key}>
            <ItemText as="span">
              <strong>{widgetNames[key]}</strong>
            </ItemText>
            <Checkbox
              label={
                <>
                  Show <span className="visually-hidden">{widgetNames[key]}</span>
                </>
              }
              checked={!hidden.includes(key)}
              onChange={(checked) => set({ hidden: checked ? hidden.filter((one) => one !== key) : [...hidden, key] })}
            />
            <Row nowrap fill className={styles.wide}>
              <MoveButton name={widgetNames[key]} step={-1} isEnd={index === 0} onMove={() => move(key, -1)} />
              <MoveButton
                name={widgetNames[key]}
                step={1}
                isEnd={index === order.length - 1}
                onMove={() => move(key, 1)}
              />
            </Row>
          </ListItem>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {message}
      </p>
    </>
  );
}

interface MoveButtonProps {
  name: string;
  step: -1 | 1;
  isEnd: boolean;
  onMove: () => void;
}

/** Stays where it is at either end, so that the focus is not lost on the way. */
function MoveButton({ name, step, isEnd, onMove }: MoveButtonProps) {
  return (
    <Button aria-disabled={isEnd} onClick={() => isEnd || onMove()}>
      {step === -1 ? "Move up" : "Move down"} <span className="visually-hidden">{name}</span>
    </Button>
  );
}

function moved(order: WidgetKey[], key: WidgetKey, step: -1 | 1): WidgetKey[] {
  const from = order.indexOf(key);
  return order.toSpliced(from, 1).toSpliced(from + step, 0, key);
}

const kindLabels: Record<NotificationKind, string> = {
  bulletin: "New bulletins",
  reminder: "Missing values, two hours before the reset",
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
    <Card title="Notifications" line="E-mails from your clans.">
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
    : `What your clans send to ${email}. Security mails are always sent.`;
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
      <Grid min={300} gap={0} role="group" aria-labelledby={`notifications-${clanId}`} className={styles.choices}>
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
            label="Mention me on Discord when values are missing"
            checked={discord.reminder}
            onChange={(isOn) => change.mutate({ channel: "discord", kind: "reminder", isOn })}
          />
        )}
      </Grid>
    </ListItem>
  );
}

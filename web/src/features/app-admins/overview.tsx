import type { AdminOverview, OwnerlessClan } from "@clanhall/contract/admin";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { formatBytes, formatFullDate, formatNumber } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Card, Surface } from "../../ui/card.tsx";
import { Grid, Muted, Row, Text } from "../../ui/core/layout.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { overviewQuery, ownerlessClansQuery, useRecoverClan } from "./api.ts";
import styles from "./app-admins.module.css";
import { Button } from "../../ui/core/button.tsx";
import { adminReason } from "@clanhall/contract/admin-users";
import { useSendsMail } from "../../domain/profile.ts";
import { TextField } from "../../ui/core/field.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { serverFieldErrors } from "../../lib/api-errors.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { schemaRule } from "../../lib/zod-setup.ts";
import { useLateError } from "../../ui/late-error.ts";
import { SubmitDialog } from "../../ui/forms/text-dialog.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { showToast } from "../../ui/toasts.ts";

/** How the installation is doing, at a glance. */
export function OverviewTiles() {
  const overview = useQuery(overviewQuery);
  if (overview.data) return <Tiles overview={overview.data} />;
  if (!overview.isError) return <TilesLoading />;
  return (
    <AsyncSection query={overview} what="The overview">
      {() => null}
    </AsyncSection>
  );
}

function TilesLoading() {
  return (
    <Grid min={220} className={styles.tiles} aria-busy="true">
      <span className="visually-hidden">The overview: loading</span>
      {Array.from({ length: 7 }, (_, index) => (
        <div key={index} className={`${styles.skeletonTile} skeleton`} />
      ))}
    </Grid>
  );
}

function Tiles({ overview }: { overview: AdminOverview }) {
  return (
    <Grid min={220} className={styles.tiles}>
      <UsersTile users={overview.users} />
      <Tile title="Clans" number={overview.clans.total}>
        {formatNumber(overview.clans.archived)} archived
        <Mark count={overview.clans.without_owner}>without an owner who can act</Mark>
      </Tile>
      <Tile title="Sign-ups" number={overview.sign_ups_7d}>
        in the last 7 days
      </Tile>
      <Tile title="Failed sign-ins" number={overview.failed_sign_ins_24h}>
        in the last 24 hours
      </Tile>
      <JobsTile jobs={overview.jobs} />
      <Tile title="Mails waiting" number={overview.mails.waiting}>
        <Mark count={overview.mails.failed}>could not be sent</Mark>
        {overview.mails.failed === 0 && "None failed"}
      </Tile>
      <HealthTile overview={overview} />
    </Grid>
  );
}

function UsersTile({ users }: { users: AdminOverview["users"] }) {
  const states = [
    ["unconfirmed", "unconfirmed"],
    ["suspended", "suspended"],
    ["deletion_pending", "deletion pending"],
  ] as const;
  const some = states.filter(([state]) => users[state] > 0);
  return (
    <Tile title="Users" number={users.total}>
      {some.length === 0 && "All of them active"}
      <Row as="ul">
        {some.map(([state, label]) => (
          <li key={state}>
            <Link to={pages.manageUsers.path} search={{ state }}>
              {formatNumber(users[state])} {label}
            </Link>
          </li>
        ))}
      </Row>
    </Tile>
  );
}

function JobsTile({ jobs }: { jobs: AdminOverview["jobs"] }) {
  return (
    <Tile title="Jobs waiting" number={jobs.waiting}>
      {formatNumber(jobs.active)} running
      {jobs.oldest_waiting_at && (
        <>
          , the oldest from <RelativeTime iso={jobs.oldest_waiting_at} />
        </>
      )}
      <Mark count={jobs.failed}>failed</Mark>
    </Tile>
  );
}

const botTexts = {
  off: null,
  ok: null,
  token: "Discord: the bot token is not valid",
  refusals: "Discord: paused, too many calls were refused",
};

/** Whatever failed for good wants somebody to look. */
function HealthTile({ overview: { health, jobs, mails, discord } }: { overview: AdminOverview }) {
  const bot = botTexts[discord];
  const isFailing = jobs.failed + mails.failed > 0 || bot !== null;
  return (
    <Tile title="Health" figure={isFailing ? "Needs attention" : "OK"} isFailing={isFailing}>
      <div>
        Version {health.version}, started <RelativeTime iso={health.started_at} />
      </div>
      <div>
        {health.database}, {formatBytes(health.database_size)}
      </div>
      {bot && (
        <Text as="div" weight={600} tone="danger">
          {bot}
        </Text>
      )}
    </Tile>
  );
}

interface TileProps {
  title: string;
  number?: number;
  /** Said in place of a number. */
  figure?: string;
  isFailing?: boolean;
  children: ReactNode;
}

function Tile({ title, number = 0, figure = formatNumber(number), isFailing = false, children }: TileProps) {
  const id = useId();
  return (
    <Surface as="section" className={styles.tile} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles.figure} data-failing={isFailing || undefined}>
        {figure}
      </p>
      <Muted as="div">{children}</Muted>
    </Surface>
  );
}

/** Something that wants looking at; nothing where there is none. */
function Mark({ count, children }: { count: number; children: string }) {
  if (count === 0) return null;
  return (
    <Text as="div" weight={600} tone="danger">
      {formatNumber(count)} {children}
    </Text>
  );
}

/** Clans that nobody can lead, and the way to somebody who can. */
export function OwnerlessClans() {
  const clans = useQuery(ownerlessClansQuery);
  const [chosen, setChosen] = useState<OwnerlessClan | null>(null);
  return (
    <Card
      title="Clans without an owner"
      line="The owner’s account was deleted or suspended. You can make one of their members the owner."
    >
      <AsyncSection query={clans} what="The clans" lines={2}>
        {(items) =>
          items.length === 0 ? (
            <Muted as="p">None: every clan has an owner who can act.</Muted>
          ) : (
            <ul aria-label="Clans without an owner">
              {items.map((clan) => (
                <ClanRow key={clan.id} clan={clan} onHandOver={() => setChosen(clan)} />
              ))}
            </ul>
          )
        }
      </AsyncSection>
      {chosen && <RecoverDialog clan={chosen} onClose={() => setChosen(null)} />}
    </Card>
  );
}

function ClanRow({ clan, onHandOver }: { clan: OwnerlessClan; onHandOver: () => void }) {
  const { name, owner, created_at, candidates } = clan;
  return (
    <ListItem>
      <ItemText>
        <strong>{name}</strong>
        <Muted as="div">
          {owner ? `Owned by ${owner}` : "The owner’s account is gone"} · since {formatFullDate(created_at)}
        </Muted>
      </ItemText>
      {candidates.length === 0 ? (
        <Muted>No member has an account to take it over.</Muted>
      ) : (
        <Button onClick={onHandOver}>
          Transfer <span className="visually-hidden">{name}</span>
        </Button>
      )}
    </ListItem>
  );
}

interface RecoverDialogProps {
  clan: OwnerlessClan;
  onClose: () => void;
}

const rules = {
  member_id: (id: string) => (id ? null : "Choose the member who becomes the owner."),
  reason: schemaRule(adminReason),
};

/** Makes a member the owner of a clan that nobody leads any more. */
function RecoverDialog({ clan, onClose }: RecoverDialogProps) {
  const { mutateAsync } = useRecoverClan(clan.id);
  const sendsMail = useSendsMail();
  const [problem, setProblem] = useState<unknown>(null);
  const close = useWhileMounted(onClose);
  const title = `Transfer ${clan.name}`;
  const sayLate = useLateError(title);
  const form = useForm({
    rules,
    send: async (values) => {
      setProblem(null);
      try {
        await mutateAsync({ member_id: values.member_id, reason: adminReason.parse(values.reason) });
        showToast({ kind: "success", message: `${clan.name} transferred` });
        close();
        return {};
      } catch (error) {
        sayLate(error);
        const found = serverFieldErrors(error, rules);
        if (!found) setProblem(error);
        return found ?? {};
      }
    },
  });
  const { value, error, name } = form.text("member_id");
  return (
    <SubmitDialog
      title={title}
      action="Transfer"
      input={form.values}
      work={{ isPending: form.isPending, error: problem }}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <p>
        {sendsMail
          ? "The member becomes the owner at once, and both get a mail if they have an address."
          : "The member becomes the owner at once. This site sends no mail, so tell both yourself."}
      </p>
      <FormSummary error={null} wrongFields={form.wrongFields} />
      <Select
        label="New owner"
        name={name}
        value={value}
        error={error}
        onChange={(chosen) => form.change("member_id", chosen)}
        options={[
          { value: "", label: "Choose a member" },
          ...clan.candidates.map(({ member_id, player, role, email }) => ({
            value: member_id,
            label: `${player}, ${role} (${email})`,
          })),
        ]}
      />
      <TextField
        label="Reason"
        hint="5 to 200 characters. It is kept in the admin audit and in the clan’s log."
        autoComplete="off"
        {...form.text("reason")}
      />
    </SubmitDialog>
  );
}

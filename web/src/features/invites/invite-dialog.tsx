import { defaultInviteHours, type Invite, inviteHours } from "@clanhall/contract/invites";
import { type SubmitEvent, useState } from "react";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { Form } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import {
  type BulkResult,
  inviteAll,
  type Invitee,
  toCsv,
  toLifetime,
  toLink,
  toMessage,
  useInviteChange,
} from "./api.ts";
import { Select } from "../../ui/core/select.tsx";
import { NumberField } from "../../ui/fields.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { ApiError } from "../../lib/api-errors.ts";
import { errorText } from "../../lib/error-text.ts";
import { saveFile } from "../../lib/files.ts";
import { CopyButton, LinkText, QrImage } from "../../ui/copy-button.tsx";
import styles from "./invites.module.css";
import { toQrImage } from "../../lib/qr-code.ts";

interface InviteDialogProps {
  clanId: string;
  members: Invitee[];
  onClose: (hasInvited: boolean) => void;
}

/** Invites one player or many, then hands over what to send them. */
export function InviteDialog({ clanId, members, onClose }: InviteDialogProps) {
  // The list behind changes with every invite; what was chosen stays as it was.
  const [chosen] = useState(members);
  const [lifetime, setLifetime] = useState<Lifetime>({ choice: String(defaultInviteHours), typed: "" });
  const [result, setResult] = useState<BulkResult | null>(null);
  const round = useInviteChange(clanId, inviteAll);
  const run = async (wanted: Invitee[], replace: boolean) => {
    const hours = hoursOf(lifetime);
    if (hours === null || round.isPending) return;
    const { invites, failures } = await round.mutateAsync({ members: wanted, hours, replace });
    setResult((before) => ({ invites: [...(before?.invites ?? []), ...invites], failures }));
  };
  const close = () => onClose(result !== null && result.invites.length > 0);
  const [only] = chosen.length === 1 ? chosen : [];
  return (
    <Dialog title={only ? `Invite ${only.name}` : `Invite ${chosen.length} players`} onClose={close}>
      {result ? (
        <BulkResults result={result} isPending={round.isPending} onAgain={run} onClose={close} />
      ) : (
        <InviteForm
          members={chosen}
          lifetime={lifetime}
          onLifetime={setLifetime}
          isPending={round.isPending}
          onSend={run}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

interface InviteFormProps {
  members: Invitee[];
  onClose: () => void;
  lifetime: Lifetime;
  onLifetime: (lifetime: Lifetime) => void;
  isPending: boolean;
  onSend: (members: Invitee[], replace: boolean) => Promise<void>;
}

function InviteForm({ members, lifetime, onLifetime, isPending, onSend, onClose }: InviteFormProps) {
  const [isChecked, setChecked] = useState(false);
  const [replacesMany, setReplacesMany] = useState(false);
  const open = members.filter(({ invite }) => invite.state === "open");
  const isOne = members.length === 1;
  const replaces = open.length > 0 && (isOne || replacesMany);
  const wanted = replaces ? members : members.filter((member) => !open.includes(member));
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (wanted.length > 0) void onSend(wanted, replaces);
  };
  return (
    <Form onSubmit={onSubmit}>
      {isOne && open[0] && (
        <p>{open[0].name} has an open invite. A new one replaces it: the old link and code stop working.</p>
      )}
      {!isOne && open.length > 0 && (
        <Checkbox
          label={`Replace the ${open.length === 1 ? "open invite" : `${open.length} open invites`} of ${listNames(open)}. Otherwise they stay as they are.`}
          checked={replacesMany}
          onChange={setReplacesMany}
          error={
            isChecked && wanted.length === 0 ? "All of these have an open invite. Tick this to replace them." : null
          }
        />
      )}
      <LifetimeField value={lifetime} onChange={onLifetime} isRefused={isChecked && hoursOf(lifetime) === null} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {submitLabel(isOne, replaces, wanted.length)}
        </Button>
      </DialogActions>
    </Form>
  );
}

function submitLabel(isOne: boolean, replaces: boolean, count: number): string {
  if (!isOne) return count === 1 ? "Create 1 invite" : `Create ${count} invites`;
  return replaces ? "Replace invite" : "Create invite";
}

function listNames(members: Invitee[]): string {
  const shown = members.slice(0, 3).map(({ name }) => name);
  const more = members.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** What was chosen, or typed where none of the usual ones fits. */
export interface Lifetime {
  choice: string;
  typed: string;
}

/** Whole hours, or null when what was typed is no lifetime. */
export function hoursOf({ choice, typed }: Lifetime): number | null {
  const hours = choice === "other" ? typed.trim() : choice;
  if (!/^\d{1,3}$/.test(hours)) return null;
  return Number(hours) >= 1 && Number(hours) <= 720 ? Number(hours) : null;
}

interface LifetimeFieldProps {
  value: Lifetime;
  onChange: (value: Lifetime) => void;
  /** Whether it was sent with something that is no lifetime. */
  isRefused: boolean;
}

export function LifetimeField({ value, onChange, isRefused }: LifetimeFieldProps) {
  return (
    <>
      <Select
        label="Works for"
        value={value.choice}
        onChange={(choice) => onChange({ ...value, choice })}
        options={[
          ...inviteHours.map((hours) => ({ value: String(hours), label: toLifetime(hours) })),
          { value: "other", label: "Another time" },
        ]}
      />
      {value.choice === "other" && (
        <NumberField
          label="Hours"
          value={value.typed}
          hint="1 to 720."
          error={isRefused ? "Enter a whole number of hours from 1 to 720." : null}
          onChange={(text) => onChange({ ...value, typed: text })}
        />
      )}
    </>
  );
}

interface BulkResultsProps {
  result: BulkResult;
  isPending: boolean;
  onAgain: (members: Invitee[], replace: boolean) => Promise<void>;
  onClose: () => void;
}

/** What became of the invites: what to send, and who could not be invited and why. */
function BulkResults({ result: { invites, failures }, isPending, onAgain, onClose }: BulkResultsProps) {
  const [first] = invites;
  return (
    <>
      <p role="status" className="visually-hidden">
        {invites.length === 1 ? "1 invite is ready." : `${invites.length} invites are ready.`}
      </p>
      {failures.length > 0 && <Failures failures={failures} isPending={isPending} onAgain={onAgain} />}
      {first && (invites.length === 1 ? <LinkPanel invite={first} /> : <ManyInvites invites={invites} />)}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}

type FailuresProps = Pick<BulkResultsProps, "isPending" | "onAgain"> & Pick<BulkResult, "failures">;

function Failures({ failures, isPending, onAgain }: FailuresProps) {
  const members = failures.map(({ member }) => member);
  const haveInvites = failures.every(({ error }) => isInTheWay(error));
  return (
    <Notice role="alert" tone="danger">
      <ul className="bulleted">
        {failures.map(({ member, error }) => (
          <li key={member.id}>
            <strong>{member.name}</strong>: {errorText(error)}
          </li>
        ))}
      </ul>
      <Button busy={isPending} onClick={() => isPending || void onAgain(members, haveInvites)}>
        {haveInvites ? "Replace and try again" : "Try again"}
      </Button>
    </Notice>
  );
}

/** The server names the open invite that a new one would replace. */
function isInTheWay(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && error.current !== undefined;
}

function ManyInvites({ invites }: { invites: Invite[] }) {
  const all = invites.map(toMessage).join("\n\n");
  return (
    <>
      <ul aria-label="New invites">
        {invites.map((invite) => (
          <li key={invite.id}>
            <strong>{invite.clan_member.name}</strong> <code>{invite.verification_code}</code>
            <LinkText link={toLink(invite)} />
          </li>
        ))}
      </ul>
      <Row gap={2} fill>
        <CopyButton key={all} label="Copy all as messages" text={all} />
        <Button onClick={() => saveFile("invites.csv", toCsv(invites), "text/csv;charset=utf-8")}>Save as CSV</Button>
      </Row>
      <Muted as="p">Send links and codes separately. All of them stay under Open.</Muted>
    </>
  );
}

/** Everything to hand on: the link, the code and a picture of the link for a phone held beside the screen. */
export function LinkPanel({ invite }: { invite: Invite }) {
  const link = toLink(invite);
  const code = invite.verification_code;
  if (link === "" || code === null) return <p>Link and code of this invite can no longer be shown.</p>;
  return (
    <>
      <Row justify="center" gap={5}>
        <dl className={styles.facts}>
          <dt>Link</dt>
          <dd>
            <LinkText link={link} />
          </dd>
          <dt>Code</dt>
          <dd className={styles.code}>{code}</dd>
        </dl>
        <QrImage src={toQrImage(link)} size={148} alt="The link as a QR code" />
      </Row>
      <Row gap={2} fill>
        <CopyButton key={link} label="Copy link" text={link} />
        <CopyButton key={code} label="Copy code" text={code} />
        <CopyButton key={`${link} ${code}`} label="Copy both as a message" text={toMessage(invite)} />
      </Row>
      <Muted as="p">Send link and code separately, for example the code by direct message.</Muted>
    </>
  );
}

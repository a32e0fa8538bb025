import type { Invite } from "@clanhall/contract/invites";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { ApiError } from "../../lib/api-errors.ts";
import { errorText } from "../../lib/error-text.ts";
import { saveFile } from "../../lib/files.ts";
import { CopyButton, LinkText } from "../../ui/copy-button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import type { Invitee, BulkResult } from "./api.ts";
import { LinkPanel } from "./link-panel.tsx";
import { toCsv, toLink, toMessage } from "./format.ts";
import styles from "./invites.module.css";

interface BulkResultsProps {
  result: BulkResult;
  isPending: boolean;
  onAgain: (members: Invitee[], replace: boolean) => Promise<void>;
  onClose: () => void;
}

/** What became of the invites: what to send, and who could not be invited and why. */
export function BulkResults({ result: { invites, failures }, isPending, onAgain, onClose }: BulkResultsProps) {
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
    <Notice role="alert" tone="danger" className={styles.failures}>
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
          <li key={invite.id} className={styles.made}>
            <strong>{invite.clan_member.name}</strong>{" "}
            <span className={styles.smallCode}>{invite.verification_code}</span>
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

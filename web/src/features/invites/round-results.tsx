import type { Invite } from "@clanhall/contract/invites";
import { CallError } from "../../lib/call-error.ts";
import { problemText } from "../../lib/problem-text.ts";
import { saveFile } from "../../lib/save-file.ts";
import buttons from "../../ui/button.module.css";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import type { Invitee, RoundResult } from "./clan-invites.api.ts";
import { InvitePanel } from "./invite-panel.tsx";
import { toCsv, toLink, toMessage } from "./format.ts";
import styles from "./invites.module.css";

interface RoundResultsProps {
  result: RoundResult;
  isPending: boolean;
  onAgain: (members: Invitee[], replace: boolean) => Promise<void>;
  onClose: () => void;
}

/** What became of the invites: what to send, and who could not be invited and why. */
export function RoundResults({ result: { invites, failures }, isPending, onAgain, onClose }: RoundResultsProps) {
  const [first] = invites;
  return (
    <>
      <p role="status" className="unseen">
        {invites.length === 1 ? "1 invite is ready." : `${invites.length} invites are ready.`}
      </p>
      {failures.length > 0 && <Failures failures={failures} isPending={isPending} onAgain={onAgain} />}
      {first && (invites.length === 1 ? <InvitePanel invite={first} /> : <ManyInvites invites={invites} />)}
      <DialogActions>
        <button type="button" className={buttons.primary} onClick={onClose}>
          Done
        </button>
      </DialogActions>
    </>
  );
}

function Failures({ failures, isPending, onAgain }: Pick<RoundResultsProps, "isPending" | "onAgain"> & RoundFailures) {
  const members = failures.map(({ member }) => member);
  const haveInvites = failures.every(({ error }) => isInTheWay(error));
  return (
    <div role="alert" className={styles.failures}>
      <ul>
        {failures.map(({ member, error }) => (
          <li key={member.id}>
            <strong>{member.name}</strong>: {problemText(error)}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={buttons.secondary}
        aria-busy={isPending}
        onClick={() => isPending || void onAgain(members, haveInvites)}
      >
        {haveInvites ? "Replace and try again" : "Try again"}
      </button>
    </div>
  );
}

/** The server names the open invite that a new one would replace. */
function isInTheWay(error: unknown): boolean {
  return error instanceof CallError && error.status === 409 && error.current !== undefined;
}

type RoundFailures = Pick<RoundResult, "failures">;

function ManyInvites({ invites }: { invites: Invite[] }) {
  const all = invites.map(toMessage).join("\n\n");
  return (
    <>
      <ul className={styles.made} aria-label="New invites">
        {invites.map((invite) => (
          <li key={invite.id}>
            <strong>{invite.clan_member.name}</strong>{" "}
            <span className={styles.smallCode}>{invite.verification_code}</span>
            <div className={styles.link}>{toLink(invite)}</div>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton key={all} label="Copy all as messages" text={all} />
        <button
          type="button"
          className={buttons.secondary}
          onClick={() => saveFile("invites.csv", toCsv(invites), "text/csv;charset=utf-8")}
        >
          Save as CSV
        </button>
      </div>
      <p className={styles.note}>Safer: send links and codes by different channels. All of them stay under Open.</p>
    </>
  );
}

import { passcodeMin, type Scoreboard, shareDays } from "@clanhall/contract/scoreboards";
import { toQrImage } from "../../lib/qr-code.ts";
import { ButtonAnchor, Button } from "../../ui/core/button.tsx";
import { CopyButton, LinkText, QrImage } from "../../ui/copy-button.tsx";
import { toBoardLink, linkStateOf, toEmbedCode } from "./format.ts";
import styles from "./share.module.css";
import { useState } from "react";
import { formatDateTime, toDateInput } from "../../lib/format.ts";
import { Disclosure, Inset } from "../../ui/card.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage, Notice, SavedNote } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { Textarea } from "../../ui/fields.tsx";
import { useShare } from "./share-api.ts";
import { TextField } from "../../ui/core/field.tsx";

interface ShareLinkProps {
  share: NonNullable<Scoreboard["share"]>;
  isExpired: boolean;
  /** It could not be copied, so it is offered selected. */
  startsByHand: boolean;
}

/** The link to hand on, and a picture of it for a phone held beside the screen. */
export function ShareLink({ share, isExpired, startsByHand }: ShareLinkProps) {
  const link = toBoardLink(share.token);
  return (
    <Row gap={5} nowrap justify="between" className={styles.panel}>
      <Stack gap={3} className={styles.linkPart}>
        {isExpired && (
          <Notice role="alert" tone="warning">
            This link has expired. Choose below how long it should work from now on.
          </Notice>
        )}
        <Row gap={2} className={styles.link}>
          <LinkText link={link} />
          <CopyButton key={link} label="Copy" text={link} startsByHand={startsByHand} />
        </Row>
        <ButtonAnchor href={link} target="_blank" rel="noreferrer">
          Open in new tab
        </ButtonAnchor>
      </Stack>
      <QrImage src={toQrImage(link)} size={148} alt="The link as a QR code" />
    </Row>
  );
}

const dayMs = 86_400_000;
export const linkEnds = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  date: "Until a date",
  never: "Never expires",
};
export type LinkEnd = keyof typeof linkEnds;

/** How long the link works, counted from now. */
export function ShareExpiry({ board, now }: { board: Scoreboard; now: number }) {
  const { change } = useShare(board);
  const [choice, setChoice] = useState<LinkEnd>(
    board.share?.expires_at === null ? "never" : (String(shareDays) as LinkEnd),
  );
  const [date, setDate] = useState("");
  const [isRefused, setRefused] = useState(false);
  const send = () => {
    const until = momentOf(choice, date);
    setRefused(until === undefined);
    if (until !== undefined && !change.isPending) change.mutate({ expires_at: until });
  };
  return (
    <div className={styles.part}>
      <p>{expiryText(board, now)}</p>
      <Row align="end" className={styles.fields}>
        <Select
          label="Link works for"
          value={choice}
          onChange={(value) => setChoice(value as LinkEnd)}
          options={Object.entries(linkEnds).map(([value, label]) => ({ value, label }))}
        />
        {choice === "date" && (
          <DayField
            label="Last day"
            value={date}
            min={toDateInput(now)}
            error={isRefused ? "Choose today or a later day." : null}
            onChange={setDate}
          />
        )}
        <Button busy={change.isPending} onClick={send}>
          Set expiry
        </Button>
      </Row>
      <SavedNote text={change.isSuccess && "Expiry set"} />
      <ErrorMessage error={change.error} />
    </div>
  );
}

/** When the link ends; null is never, and undefined when no day was chosen that is still to come. */
export function momentOf(choice: LinkEnd, date: string, now = Date.now()): string | null | undefined {
  if (choice === "never") return null;
  if (choice !== "date") return new Date(now + Number(choice) * dayMs).toISOString();
  const end = new Date(`${date}T23:59:59`);
  return end.getTime() > now ? end.toISOString() : undefined;
}

function expiryText(board: Scoreboard, now: number): string {
  const expiresAt = board.share?.expires_at ?? null;
  if (expiresAt === null) return "The link never expires.";
  const moment = formatDateTime(expiresAt);
  return linkStateOf(board, now) === "expired" ? `The link expired on ${moment}.` : `The link works until ${moment}.`;
}

/** A word that visitors have to know beside the link. */
export function SharePasscode({ board, hasPasscode }: { board: Scoreboard; hasPasscode: boolean }) {
  const { change } = useShare(board);
  const [typed, setTyped] = useState("");
  const [isRefused, setRefused] = useState(false);
  const send = (passcode: string | null) => {
    const isShort = passcode !== null && passcode.length < passcodeMin;
    setRefused(isShort);
    if (!isShort && !change.isPending) change.mutate({ passcode }, { onSuccess: () => setTyped("") });
  };
  return (
    <form
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault();
        send(typed);
      }}
    >
      <p>{hasPasscode ? "Visitors are asked for the passcode." : "Visitors need nothing but the link."}</p>
      <Muted as="p">Keep a passcode somewhere: it cannot be shown again.</Muted>
      <Row align="end" className={styles.fields}>
        <TextField
          label={hasPasscode ? "New passcode" : "Passcode"}
          value={typed}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={isRefused ? `A passcode has at least ${passcodeMin} characters.` : null}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" busy={change.isPending}>
          {hasPasscode ? "Change passcode" : "Set passcode"}
        </Button>
        {hasPasscode && <Button onClick={() => send(null)}>Remove passcode</Button>}
      </Row>
      <SavedNote text={change.isSuccess && "Passcode changed"} />
      <ErrorMessage error={change.error} />
    </form>
  );
}

/** What shows the board inside another site. */
export function ShareEmbed({ token, title }: { token: string; title: string }) {
  const code = toEmbedCode(token, title);
  return (
    <Disclosure className={styles.details} summary="Show it on your own site">
      <div className={styles.part}>
        <Textarea label="Embed code" readOnly rows={5} value={code} />
        <Row gap={2} fill>
          <CopyButton key={code} label="Copy embed code" text={code} />
        </Row>
      </div>
    </Disclosure>
  );
}

/** Asks before the link stops working for good. */
export function EndLink({ board, onDone }: { board: Scoreboard; onDone: () => void }) {
  const { disable } = useShare(board);
  return (
    <Inset role="group" aria-label="Disable the link">
      <p>The link stops working at once. When you switch it on again, the board gets a new one.</p>
      <Row gap={2} fill>
        <Button onClick={onDone}>Keep it</Button>
        <Button
          variant="danger"
          busy={disable.isPending}
          onClick={() => disable.isPending || disable.mutate(undefined, { onSuccess: onDone })}
        >
          Disable link
        </Button>
      </Row>
      <ErrorMessage error={disable.error} />
    </Inset>
  );
}

/** For a link that got about too far. */
export function RotateLink({ board }: { board: Scoreboard }) {
  const { rotate } = useShare(board);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.part}>
      <Row gap={2} fill>
        <Button aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
          Rotate link
        </Button>
        <SavedNote text={rotate.isSuccess && !isAsking && "New link created. The old link no longer works."} />
      </Row>
      {isAsking && (
        <Inset>
          <p>The board gets a new link, and the old one stops working at once. Expiry and passcode stay.</p>
          <Button
            variant="danger"
            busy={rotate.isPending}
            onClick={() => rotate.isPending || rotate.mutate(undefined, { onSuccess: () => setAsking(false) })}
          >
            Rotate it now
          </Button>
          <ErrorMessage error={rotate.error} />
        </Inset>
      )}
    </div>
  );
}

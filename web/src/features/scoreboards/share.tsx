import { passcodeMin, type Scoreboard, shareDays } from "@clanhall/contract/scoreboards";
import { toQrImage } from "../../lib/qr-code.ts";
import { Button, ButtonAnchor } from "../../ui/core/button.tsx";
import { CopyButton, LinkText, QrImage } from "../../ui/copy-button.tsx";
import { isRepeating, linkStateOf, toBoardLink, toEmbedCode, viewsText } from "./format.ts";
import styles from "./scoreboards.module.css";
import { useRef, useState } from "react";
import { formatDateTime, toDateInput } from "../../lib/format.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { Disclosure, Inset } from "../../ui/card.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage, Notice, SavedNote } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { DayField } from "../../ui/day-field.tsx";
import { Switch, Textarea } from "../../ui/fields.tsx";
import { useShare } from "./share-api.ts";
import { TextField } from "../../ui/core/field.tsx";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { Dialog } from "../../ui/dialog.tsx";
import { restoreLostFocus } from "../../ui/focus.ts";
import { useNow } from "../../ui/relative-time.tsx";

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
      <Stack gap={3} grow>
        {isExpired && (
          <Notice role="alert" tone="warning">
            This link has expired. Choose below how long it should work from now on.
          </Notice>
        )}
        <Row gap={2} className={styles.shareLink}>
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
    <Stack gap={3} ruled>
      <p>{expiryText(board, now)}</p>
      <Row align="end" fill className={styles.fields}>
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
    </Stack>
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
  const field = useRef<HTMLInputElement>(null);
  const send = (passcode: string | null) => {
    const isShort = passcode !== null && passcode.length < passcodeMin;
    setRefused(isShort);
    if (isShort || change.isPending) return;
    const onSuccess = () => {
      setTyped("");
      restoreLostFocus(field.current?.closest("dialog"));
    };
    change.mutate({ passcode }, { onSuccess });
  };
  return (
    <Stack
      as="form"
      gap={3}
      ruled
      onSubmit={(event) => {
        event.preventDefault();
        send(typed);
      }}
    >
      <p>{hasPasscode ? "Visitors are asked for the passcode." : "Visitors need nothing but the link."}</p>
      <Muted as="p">Write the passcode down: it cannot be shown again.</Muted>
      <Row align="end" fill className={styles.fields}>
        <TextField
          ref={field}
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
      <SavedNote
        text={change.isSuccess && (change.variables.passcode === null ? "Passcode removed" : "Passcode changed")}
      />
      <ErrorMessage error={change.error} />
    </Stack>
  );
}

/** What shows the board inside another site. */
export function ShareEmbed({ token, title }: { token: string; title: string }) {
  const code = toEmbedCode(token, title);
  return (
    <Stack ruled="close">
      <Disclosure summary="Show it on your own site">
        <Stack gap={3} className={styles.embed}>
          <Textarea label="Embed code" readOnly rows={5} value={code} />
          <Row gap={2} fill>
            <CopyButton key={code} label="Copy embed code" text={code} />
          </Row>
        </Stack>
      </Disclosure>
    </Stack>
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
          onClick={() => disable.isPending || mutateEach(disable, undefined, onDone)}
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
    <Stack gap={3} ruled>
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
    </Stack>
  );
}

interface ShareDialogProps {
  board: Scoreboard;
  /** Its link could not be copied, so it is offered selected. */
  startsByHand?: boolean;
  onClose: () => void;
}

/** The link of a board: who has it sees the board without an account. */
export function ShareDialog({ board, startsByHand = false, onClose }: ShareDialogProps) {
  const { share } = board;
  const now = useNow();
  const { change } = useShare(board);
  const [isEnding, setEnding] = useState(false);
  const toggle = () => {
    setEnding(share !== null && !isEnding);
    if (!share && !change.isPending) change.mutate(isRepeating(board.period.kind) ? { expires_at: null } : {});
  };
  const isPaused = board.public_activities === 0;
  return (
    <Dialog title={`Share ${board.title}`} onClose={onClose}>
      {isPaused && <NothingPublic board={board} />}
      {(share || !isPaused) && (
        <Switch
          label={<strong>Public link</strong>}
          hint={meaningOf(board)}
          checked={share !== null}
          busy={change.isPending}
          onChange={toggle}
        />
      )}
      <ErrorMessage error={change.error} />
      {!isPaused && <HiddenNote count={board.hidden_activities} />}
      {share && isEnding && <EndLink board={board} onDone={() => setEnding(false)} />}
      {share === null && !isPaused && (
        <Muted as="p">
          Once it is on, the link {isRepeating(board.period.kind) ? "never expires" : `works for ${shareDays} days`}{" "}
          unless you choose otherwise. Visitors see names as the board and each player allow, and nothing else about
          anyone.
        </Muted>
      )}
      {share && !isPaused && (
        <>
          <ShareLink share={share} isExpired={linkStateOf(board, now) === "expired"} startsByHand={startsByHand} />
          <ShareExpiry board={board} now={now} />
          <SharePasscode board={board} hasPasscode={share.has_passcode} />
          <ShareEmbed token={share.token} title={board.title} />
          <RotateLink board={board} />
          <Muted as="p">{viewsText(share.views)}</Muted>
        </>
      )}
    </Dialog>
  );
}

function meaningOf({ share, public_activities }: Scoreboard): string {
  if (!share) return "Off: only members of the clan see this board.";
  return public_activities === 0
    ? "On, but visitors see nothing for now."
    : "Everyone who has the link sees this board.";
}

/** Why visitors see nothing of the board, and where that is changed. */
function NothingPublic({ board: { clan_id, share } }: { board: Scoreboard }) {
  return (
    <Notice role="alert" tone="warning">
      <p>
        None of this board’s activities is shown on public scoreboards, so{" "}
        {share ? "its link is paused" : "it cannot be shared"}.{" "}
        <Link to={pages.customizeActivities.path} search={{ clan: clan_id }}>
          Customize activities
        </Link>
      </p>
    </Notice>
  );
}

function HiddenNote({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Muted as="p">
      {count === 1
        ? "1 activity is not shown on public scoreboards. Visitors see scores without it."
        : `${count} activities are not shown on public scoreboards. Visitors see scores without them.`}
    </Muted>
  );
}

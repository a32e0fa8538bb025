import { Change } from "../../ui/figures.tsx";
import type { Attention as AttentionAnswer, AttentionRow, AttentionSettings } from "@clanhall/contract/attention";
import type { ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { attentionQuery } from "../../domain/decisions.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { PlayerLink } from "../../domain/player-link.tsx";
import { formatClanDate, formatDate, formatRange, plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Disclosure, Surface } from "../../ui/card.tsx";
import { Button, IconButton } from "../../ui/core/button.tsx";
import { Muted, Row, Stack, Text } from "../../ui/core/layout.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import styles from "./decisions.module.css";
import { MemberPanel } from "./member-panel.tsx";
import { useMemberDecisions } from "./api.ts";
import { rateText, RulesDialog, WarnDialog } from "./dialogs.tsx";

/** Who needs attention, for those who decide what to do about it. */
export function Attention({ clan }: { clan: ClanCard }) {
  const query = useQuery(attentionQuery(clan.id));
  return (
    <AsyncSection query={query} what="The list" lines={6}>
      {(attention) => <AttentionList clan={clan} attention={attention} />}
    </AsyncSection>
  );
}

function AttentionList({ clan, attention }: { clan: ClanCard; attention: AttentionAnswer }) {
  const { items, hidden, range, settings } = attention;
  return (
    <Stack>
      <RulesLine clan={clan} settings={settings} />
      {items.length === 0 ? (
        <EmptyState title="Nobody needs attention">
          The rules are checked after each reset, over complete days. Days away, excused values and first days do not
          count.
        </EmptyState>
      ) : (
        <Surface
          as="ul"
          className="lined"
          aria-label={`Players who need attention, ${formatRange(range.from, range.to)}`}
        >
          {/* Every row says itself what its parts are. */}
          <li className={`${styles.line} ${styles.heads}`} aria-hidden>
            <span />
            <span>Player</span>
            <span>Why</span>
            <span>{formatRange(range.from, range.to)}</span>
            <Text wrap="never" className={styles.figure}>
              7 days
            </Text>
            <span className={styles.change}>Change</span>
            <span>Warned</span>
          </li>
          {items.map((row) => (
            <PlayerRow key={row.member.id} clan={clan} row={row} settings={settings} />
          ))}
        </Surface>
      )}
      {hidden.length > 0 && (
        <Disclosure summary={`${plural(hidden.length, "player")} hidden`}>
          <ul>
            {hidden.map(({ member, until }) => (
              <HiddenRow key={member.id} clanId={clan.id} member={member} until={until} />
            ))}
          </ul>
        </Disclosure>
      )}
    </Stack>
  );
}

function RulesLine({ clan, settings }: { clan: ClanCard; settings: AttentionSettings }) {
  const [isOpen, setOpen] = useState(false);
  const { rate, missed, silent } = settings.rules;
  return (
    <Row gap={2}>
      <Muted>Rules:</Muted>
      {rate.on && <Badge>{`below ${rate.percent}% in ${rate.days} days`}</Badge>}
      {missed.on && <Badge>{`${missed.days} days missed in a row`}</Badge>}
      {silent.on && <Badge>{`no entry for ${silent.days} days`}</Badge>}
      {mayInClan(clan, "settings.manage") && (
        <Button variant="plain" size="sm" onClick={() => setOpen(true)}>
          Change rules
        </Button>
      )}
      {isOpen && <RulesDialog clanId={clan.id} settings={settings} onClose={() => setOpen(false)} />}
    </Row>
  );
}

interface PlayerRowProps {
  clan: ClanCard;
  row: AttentionRow;
  settings: AttentionSettings;
}

function PlayerRow({ clan, row, settings }: PlayerRowProps) {
  const [isOpen, setOpen] = useState(false);
  const [isWarning, setWarning] = useState(false);
  const { member, reasons, rate, last_warning: warned, suggests_removal: suggestsRemoval } = row;
  return (
    <li className={styles.player} data-open={isOpen || undefined}>
      <div className={styles.line}>
        <Avatar name={member.name} color={member.tint} />
        <Row as="span" gap={2} className={styles.name}>
          <strong>
            <PlayerLink memberId={member.id}>{member.name}</PlayerLink>
          </strong>
          {row.away_since !== null && <Badge tone="warning">away</Badge>}
        </Row>
        <Row as="span" gap={1} className={styles.reasons}>
          {reasons.map((reason) => (
            <Badge key={reason.rule} tone={reason.rule === "silent" ? "neutral" : "danger"}>
              {reasonText(reason)}
            </Badge>
          ))}
          {suggestsRemoval && <Badge tone="warning">{`${plural(row.active_warnings, "warning")}: remove?`}</Badge>}
        </Row>
        <DayMarks days={row.days} />
        <Text wrap="never" className={styles.figure}>
          <strong>{rateText(rate)}</strong>
        </Text>
        <span className={styles.change}>
          <RateChange now={rate} before={row.rate_before} />
        </span>
        <Muted className={styles.warned}>
          {warned ? (
            <>
              <span className="visually-hidden">Warned </span>
              {formatDate(warned.given_at)}
              {warned.state !== "active" && `, ${warned.state}`}
            </>
          ) : (
            <span aria-hidden>–</span>
          )}
        </Muted>
        <Row as="span" gap={2} nowrap className={styles.actions}>
          {row.may_decide && (
            <Button size="sm" onClick={() => setWarning(true)}>
              Warn<span className="visually-hidden"> {member.name}</span>
            </Button>
          )}
          <IconButton
            size="sm"
            icon={isOpen ? "chevron-up" : "chevron-down"}
            label={`${isOpen ? "Less" : "More"} about ${member.name}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        </Row>
      </div>
      {isOpen && <MemberPanel clan={clan} row={row} onWarn={() => setWarning(true)} />}
      {isWarning && (
        <WarnDialog
          clanId={clan.id}
          warned={{ id: member.id, name: member.name, rate, days: row.days.length }}
          settings={settings}
          onClose={() => setWarning(false)}
        />
      )}
    </li>
  );
}

function reasonText({ rule, found, days }: AttentionRow["reasons"][number]): string {
  if (rule === "rate") return `${rateText(found)} in ${days} days`;
  return rule === "missed" ? `${plural(days, "day")} missed in a row` : `no entry for ${plural(days, "day")}`;
}

/** Against the four weeks before. */
function RateChange({ now, before }: { now: number | null; before: number | null }) {
  const by = now === null || before === null ? 0 : Math.round(now - before);
  return by !== 0 && <Change by={by} />;
}

interface HiddenRowProps {
  clanId: string;
  member: AttentionAnswer["hidden"][number]["member"];
  until: string;
}

function HiddenRow({ clanId, member, until }: HiddenRowProps) {
  const { hide } = useMemberDecisions(clanId, member.id);
  return (
    <Row as="li" gap={2} between>
      <span>
        {member.name} <Muted>until {formatDate(until)}</Muted>
      </span>
      <Button size="sm" variant="plain" busy={hide.isPending} onClick={() => hide.mutate(null)}>
        Show again<span className="visually-hidden"> {member.name}</span>
      </Button>
    </Row>
  );
}

const markTexts = {
  met: ["✓", "met"],
  partly: ["½", "partly met"],
  missed: ["", "missed"],
  missing: ["", "not entered"],
  excused: ["", "excused"],
  away: ["", "away"],
  not_due: ["", "nothing due"],
} as const;

/** The last days at a glance, the earliest first. */
function DayMarks({ days }: { days: AttentionRow["days"] }) {
  const label = days.map(({ day, mark }) => `${formatClanDate(day)} ${markTexts[mark][1]}`).join(", ");
  return (
    <span className={styles.days} role="img" aria-label={label}>
      {days.map(({ day, mark, met, due }) => (
        <i key={day} data-mark={mark} title={`${formatClanDate(day)}: ${markTexts[mark][1]}, ${met} of ${due}`}>
          {markTexts[mark][0]}
        </i>
      ))}
    </span>
  );
}

import type { ClanHome } from "@clanhall/contract/clan-home";
import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import {
  type Decimals,
  inOneLine,
  measureNames,
  scoreDecimals,
  toScoreText,
} from "@clanhall/contract/rules/score-text";
import { toStandings } from "../../domain/clan-screens.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { PlayerLink } from "../../domain/player-link.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Row } from "../../ui/core/layout.tsx";
import { Change } from "../../ui/figures.tsx";
import { HomeCard, Name, Quiet } from "./card.tsx";
import styles from "./home.module.css";

type Top = NonNullable<ClanHome["top"]>;
type Board = Omit<Top, "rows">;

const topTitles: Partial<Record<Board["period"]["kind"], string>> = {
  weekly: "Top of the week",
  monthly: "Top of the month",
};

/** The first of the main board, with how far each has moved. */
export function TopCard({ clan, top, width }: { clan: ClanCard; top: Top | null; width: 4 | 6 }) {
  if (!top) return <NoBoard clan={clan} width={width} />;
  const decimals = scoreDecimals(
    top.rows.map(({ score }) => score),
    top.measure,
  );
  return (
    <HomeCard
      title={topTitles[top.period.kind] ?? "Top players"}
      width={width}
      beside={
        <TextLink strong {...toStandings(clan.id, top.id)}>
          {top.title}
        </TextLink>
      }
    >
      {top.rows.length === 0 ? (
        <p className={styles.text}>No values in this period yet.</p>
      ) : (
        <ol className={styles.rows}>
          {top.rows.map(({ member_id, name, tint, rank, previous_rank, score }) => (
            <li key={member_id}>
              <span className={styles.rank}>{rank}</span>
              <Avatar name={name} color={tint} size={24} />
              <Name>
                <PlayerLink memberId={member_id}>{name}</PlayerLink>
              </Name>
              {previous_rank !== null && <Change by={previous_rank - rank} />}
              <Score clanId={clan.id} board={top} text={scoreText(top, score, decimals)} />
            </li>
          ))}
        </ol>
      )}
    </HomeCard>
  );
}

function NoBoard({ clan, width }: { clan: ClanCard; width: 4 | 6 }) {
  return (
    <HomeCard title="No board yet" width={width}>
      <p className={styles.text}>A scoreboard shows who leads, for the clan or anyone with the link.</p>
      {mayInClan(clan, "clan.manage") && (
        <ButtonLink className={styles.enter} to={pages.scoreboards.path} search={{ clan: clan.id, new: 1 }}>
          Make one
        </ButtonLink>
      )}
    </HomeCard>
  );
}

/** The active boards, each with who leads. */
export function BoardsCard({ clan, boards, width }: { clan: ClanCard; boards: ClanHome["boards"]; width: 4 | 6 }) {
  return (
    <HomeCard
      title="Scoreboards"
      width={width}
      beside={
        <TextLink strong to={pages.scoreboards.path} search={{ clan: clan.id }}>
          All scoreboards
        </TextLink>
      }
    >
      <ul className={styles.rows}>
        {boards.items.map((board) => (
          <li key={board.id} className={styles.board}>
            <Name className={styles.boardName}>
              <TextLink {...toStandings(clan.id, board.id)}>{board.title}</TextLink>{" "}
              {board.is_main && boards.count > 1 && <Badge>main board</Badge>}
              <Quiet weight={400}>{describe(board)}</Quiet>
            </Name>
            {board.leader ? (
              <Row as="span" gap={2} nowrap className={styles.leader}>
                <Avatar name={board.leader.name} color={board.leader.tint} size={24} />
                <Name weight={500}>
                  <PlayerLink memberId={board.leader.member_id}>{board.leader.name}</PlayerLink>
                </Name>
                <Score clanId={clan.id} board={board} text={scoreText(board, board.leader.score)} />
              </Row>
            ) : (
              <Quiet>no values yet</Quiet>
            )}
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}

/** Leads to the board that it comes from. */
function Score({ clanId, board, text }: { clanId: string; board: Board; text: string }) {
  return (
    <strong className={styles.score}>
      <TextLink {...toStandings(clanId, board.id)} aria-label={`${text}, ${board.title}`}>
        {text}
      </TextLink>
    </strong>
  );
}

function scoreText({ measure, activity }: Board, score: number, decimals?: Decimals): string {
  return inOneLine(toScoreText(score, measure, activity ?? undefined, decimals));
}

/** "Points · this week". */
function describe({ measure, activity, period: { kind, days, label } }: Board): string {
  const periods = { weekly: "this week", monthly: "this month", rolling: `last ${days} days`, fixed: label };
  return `${activity?.name ?? measureNames[measure]} · ${periods[kind]}`;
}

import { splitGraphemes } from "@clanhall/contract/rules/locale";
import type { PublicName } from "@clanhall/contract/account";
import type { NameDisplay } from "@clanhall/contract/scoreboard-drafts";
import type { PublicSeason } from "@clanhall/contract/seasons";
import type { PublicStandings } from "@clanhall/contract/standings";
import type { Secrets } from "../../../access/secrets.ts";
import { listPublicNames } from "../../../clan/roster.ts";
import { currentTime } from "../../../db/clock.ts";
import type { Log } from "../../../db/log.ts";
import { cardPicture, cardSize } from "../images/pictures.ts";
import type { ImageRenderer } from "../images/render.ts";
import { findLink, isExpired, type ScoreboardDeps } from "../list.ts";
import { findScoreboard, type ScoreboardRow } from "../queries.ts";
import { findPublicHonours } from "../seasons/honours.ts";
import {
  byName,
  byRank,
  listActivitiesOfScoreboard,
  loadShownResult,
  toAwardActivity,
  toHead,
  toRow,
  withVersion,
} from "./standings.ts";

/** The board as visitors see it; null for a period without a stored result, and without an activity they may see. */
export async function loadPublicStandings(
  { db, secrets }: ScoreboardDeps,
  board: ScoreboardRow,
  period: string | null,
  now = currentTime(),
): Promise<PublicStandings | null> {
  const activities = (await listActivitiesOfScoreboard(db, board)).filter(({ is_public }) => is_public);
  const shown = activities.length > 0 ? await loadShownResult(db, board, { period, audience: "visitors", now }) : null;
  if (!shown) return null;
  const keyOf = new Map(activities.map(({ id }, index) => [id, `a${index + 1}`]));
  const { rows } = shown.result;
  const members = await listPublicNames(
    db,
    board.clan_id,
    rows.map(({ member_id }) => member_id),
  );
  const named = rows.flatMap((row) => {
    const member = members.get(row.member_id);
    if (!member) return [];
    const member_key = toMemberKey(secrets, board.id, row.member_id);
    return { member_key, ...toPublicMember(member, board.name_display), ...toRow(row, board, keyOf) };
  });
  const season = period === null ? await loadPublicSeason({ db, secrets }, board, activities) : null;
  const head = { ...toHead(board, shown, activities, keyOf), not_counted: shown.notCounted, season };
  return withVersion({ ...head, rows: named.toSorted(byRank((row) => row.member_key)) }, shown.updatedAt);
}

/** The awards that were given when the board's season ended, as much of them as visitors may see now. */
async function loadPublicSeason(
  { db, secrets }: ScoreboardDeps,
  board: ScoreboardRow,
  activities: Awaited<ReturnType<typeof listActivitiesOfScoreboard>>,
): Promise<PublicSeason | null> {
  const found = await findPublicHonours(db, board);
  if (!found) return null;
  const ids = found.awards.flatMap(({ member_ids }) => member_ids);
  const members = await listPublicNames(db, board.clan_id, [...new Set(ids)]);
  const activityOf = new Map(activities.map((activity) => [activity.id, toAwardActivity(activity)]));
  const awards = found.awards.flatMap(({ kind, activity_id, score, member_ids }) => {
    const activity = activity_id === null ? null : activityOf.get(activity_id);
    const winners = member_ids.flatMap((id) => {
      const member = members.get(id);
      return member ? { key: toMemberKey(secrets, board.id, id), ...toPublicMember(member, board.name_display) } : [];
    });
    if (activity === undefined || winners.length === 0) return [];
    const sorted = winners.toSorted(byName(({ key }) => key)).map(({ name, tint }) => ({ name, tint }));
    return [{ kind, activity, score, winners: sorted }];
  });
  return { name: found.name, awards };
}

/** Identifies a member on one board, and nowhere else. */
export function toMemberKey(secrets: Secrets, boardId: string, memberId: string): string {
  return secrets.digest(`${boardId}/${memberId}`, "scoreboard row").toString("base64url").slice(0, 16);
}

interface NamedMember {
  name: string;
  aliases: string[];
  tint: number;
  /** The member's own choice for public pages; null for members without an account or a choice. */
  choice: PublicName | null;
}

const hiddenName = "Hidden player";

/** Name and colour for visitors. Who hides their name has no colour either. */
export function toPublicMember(member: NamedMember, display: NameDisplay) {
  return { name: toPublicName(member, display), tint: member.choice === "hidden" ? 0 : member.tint };
}

/** The member's own choice first, then the board's. */
function toPublicName({ name, aliases, choice }: NamedMember, display: NameDisplay): string {
  const [alias] = aliases;
  if (choice === "hidden") return hiddenName;
  if (choice === "alias") return alias && display !== "initials" ? alias : initialsOf(alias ?? name);
  if (display === "initials") return initialsOf(name);
  return display === "alias" ? (alias ?? name) : name;
}

const alphanumeric = /[\p{L}\p{N}]/u;
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{M}]/u;

/** "Bram Ironfoot" becomes "BI". Other signs are used only for a name without any letter. */
function initialsOf(name: string): string {
  const parts = name.normalize("NFC").split(/\s+/u).map(toGraphemes);
  for (const kind of [alphanumeric, visible]) {
    const firsts = parts.flatMap((clusters) => clusters.find((cluster) => kind.test(cluster)) ?? []);
    if (firsts.length > 0) return firsts.slice(0, 2).join("").toUpperCase();
  }
  return "?";
}

/** What a reader sees as one letter, such as an emoji of several people or a letter with its accents. */
function toGraphemes(text: string): string[] {
  return Array.from(splitGraphemes(text), ({ segment }) => segment);
}

interface ReaderDeps extends ScoreboardDeps {
  log: Log;
  pictures: ImageRenderer;
}

/** Reads a board to be posted outside of the product; null if outsiders may not see it. Without a picture if drawing fails. */
export function createStandingsReader({ db, log, secrets, pictures }: ReaderDeps) {
  const draw = async (standings: PublicStandings, clanId: string) => {
    try {
      const toImage = () => ({ piece: cardPicture(standings), ...cardSize });
      return await pictures.draw(`card-${standings.version}`, toImage, { account: clanId });
    } catch (err) {
      log.warn({ err, boardId: standings.board.id }, "picture of a scoreboard not drawn");
      return null;
    }
  };
  return async (clanId: string, boardId: string, period: string | null, now: Date) => {
    const board = await findScoreboard(db, clanId, boardId);
    if (!board || board.deleted_at || board.state === "archived") return null;
    const standings = await loadPublicStandings({ db, secrets }, board, period, now);
    if (!standings) return null;
    const hasPasscode = board.passcode_hash !== null;
    return {
      standings,
      hasPasscode,
      shareToken: isExpired(board, now) ? null : findLink(board, secrets),
      picture: standings.has_results && !hasPasscode ? await draw(standings, clanId) : null,
    };
  };
}

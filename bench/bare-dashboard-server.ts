import Fastify from "fastify";
import { openDatabase } from "../server/src/db/database.ts";
import { readSettings } from "../server/src/settings.ts";

/** The plainest Fastify that answers a dashboard's calls, each with the rows of one query and no check of any kind. */
const { pool } = await openDatabase(readSettings(process.env), { info() {}, warn() {}, error() {} }, "visitor");
const { USER_ID: userId, TODAY: today } = process.env;
const app = Fastify();

/** Members and activities of the user's clans today; nobody here is new or away. */
const cells = `
  mine as (select clan_id from clan_members where user_id = $1 and status = 'active'),
  due as (
    select player.clan_id, player.id, player.name, count(*) as cells from mine
    join clan_members as player using (clan_id) join activities using (clan_id)
    join clan_member_spans as span on span.clan_id = player.clan_id and span.member_id = player.id
    where span.starts_on < $2::date and span.ends_on is null and is_active and activities.deleted_at is null
    group by player.clan_id, player.id, player.name
  ),
  done as (
    select clan_id, member_id, count(*) as cells from mine join entries using (clan_id)
    where day = $2 and state <> 'cleared' group by clan_id, member_id
  ),
  today as (
    select due.clan_id, sum(due.cells) as due, coalesce(sum(done.cells), 0) as entered,
      count(*) filter (where done.cells is distinct from due.cells) as missing,
      (array_agg(due.name order by due.name) filter (where done.cells is distinct from due.cells))[1:5] as names
    from due left join done on done.clan_id = due.clan_id and done.member_id = due.id group by due.clan_id
  )`;

const queries: Record<string, { text: string; onToday?: boolean }> = {
  "/api/clans/my": {
    text: `with ${cells}
      select clans.*, me.role, me.id as member_id, games.name as game, today.due, today.entered,
        (select count(*) from clan_members as player where player.clan_id = clans.id) as members
      from clan_members as me join clans on clans.id = me.clan_id left join games on games.id = clans.game_id
      left join today on today.clan_id = clans.id
      where me.user_id = $1 and me.status = 'active' order by clans.name`,
    onToday: true,
  },
  "/api/me/profile": {
    text: "select id, display_name, email, time_zone, locale, ui_settings, privacy, created_at from users where id = $1",
  },
  "/api/scoreboards": {
    text: `select board.*, clans.name as clan_name from clan_members as me
      join scoreboards as board using (clan_id) join clans on clans.id = me.clan_id
      where me.user_id = $1 and me.status = 'active' and board.state = 'active' and board.deleted_at is null
      order by board.created_at desc`,
  },
  "/api/invites": {
    text: `select invites.*, player.name as member_name, clans.name as clan_name from clan_members as me
      join invites using (clan_id) join clans on clans.id = me.clan_id
      join clan_members as player on player.clan_id = me.clan_id and player.id = invites.clan_member_id
      where me.user_id = $1 and me.role = 'owner' order by invites.created_at desc`,
  },
  "/api/bulletins": {
    text: `select news.*, clans.name as clan_name, author.name as author,
        exists (select from bulletin_readers as seen
          where seen.clan_id = news.clan_id and seen.bulletin_id = news.id and seen.user_id = $1) as is_seen,
        (select count(*) from bulletin_readers as seen
          where seen.clan_id = news.clan_id and seen.bulletin_id = news.id) as seen,
        (select count(user_id) from clan_members as player where player.clan_id = news.clan_id) as seen_of
      from clan_members as me join clans on clans.id = me.clan_id
      cross join lateral (select * from bulletins where clan_id = me.clan_id and deleted_at is null
        and publish_at <= now() and (expires_at is null or expires_at > now())
        order by pinned desc, publish_at desc limit 5) as news
      left join clan_members as author on author.clan_id = news.clan_id and author.user_id = news.created_by
      where me.user_id = $1 and me.status = 'active' order by news.publish_at desc`,
  },
  "/api/me/today": {
    text: `with ${cells}
      select clans.id, clans.name, rule.time_zone, rule.reset_time, today.*,
        exists (select from activities where activities.clan_id = clans.id) as activities,
        exists (select from entries where entries.clan_id = clans.id) as entries,
        exists (select from invites where invites.clan_id = clans.id) as invites,
        exists (select from scoreboards where scoreboards.clan_id = clans.id) as board
      from clan_members as me join clans on clans.id = me.clan_id
      join clan_day_rules as rule on rule.clan_id = clans.id left join today on today.clan_id = clans.id
      where me.user_id = $1 and me.status = 'active' and me.role <> 'member' order by clans.name`,
    onToday: true,
  },
  "/api/me/standing": {
    text: `with mine as (select clan_id, id from clan_members where user_id = $1 and status = 'active'),
      ranked as (
        select clan_id, member_id, sum(points) as score,
          rank() over (partition by clan_id order by sum(points) desc) as rank
        from mine join entries using (clan_id)
        where day between date_trunc('month', $2::date) and $2 and state <> 'cleared' group by clan_id, member_id
      ),
      days as (
        select clan_id, count(*) filter (where is_met) as met, count(*) as entered
        from mine join entries using (clan_id)
        where member_id = mine.id and day between $2::date - 29 and $2 and state <> 'cleared' group by clan_id
      )
      select clans.id, clans.name, ranked.rank, ranked.score, days.met, days.entered,
        (select count(*) from ranked as other where other.clan_id = clans.id) as players
      from mine join clans on clans.id = mine.clan_id
      left join ranked on ranked.clan_id = mine.clan_id and ranked.member_id = mine.id
      left join days on days.clan_id = mine.clan_id order by clans.name`,
    onToday: true,
  },
};

for (const [path, { text, onToday }] of Object.entries(queries)) {
  app.get(path, async () => (await pool.query(text, onToday ? [userId, today] : [userId])).rows);
}
// Without it the plans are guesses for both servers, since everything was written a moment ago.
await pool.query("analyze");
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
process.on("SIGTERM", () => void pool.end().then(() => process.exit(0)));

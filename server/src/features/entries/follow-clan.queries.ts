import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

/** Somebody who follows a clan; without a session where the development header named them. */
export interface Follower {
  userId: string;
  sessionId: string | null;
}

/** Those who are still in the clan and still signed in. A clan that is being deleted is there for its owner alone. */
export async function listFollowersIn(db: Db, clanId: string, followers: Follower[]): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select follower.user_id as "userId", follower.session_id as "sessionId"
    from unnest(
      ${followers.map(({ userId }) => userId)}::uuid[],
      ${followers.map(({ sessionId }) => sessionId)}::uuid[]
    ) as follower (user_id, session_id)
    join clan_members as member
      on member.clan_id = ${clanId} and member.user_id = follower.user_id and member.status = 'active'
    join clans as clan
      on clan.id = member.clan_id and (clan.deletes_at is null or member.role = 'owner')
    where follower.session_id is null
      or exists (
        select from auth_sessions as session
        where session.id = follower.session_id and session.user_id = follower.user_id and session.reused_at is null
      )
  `.execute(db);
  return rows;
}

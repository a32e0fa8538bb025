import { getClanHome } from "@clanhall/contract/clan-home";
import { getMyToday } from "@clanhall/contract/dashboard";
import { findBoardClan, findMemberClan } from "@clanhall/contract/clans";
import { getMemberPage } from "@clanhall/contract/member-page";
import { getMyStanding } from "@clanhall/contract/my-standing";
import type { Reads } from "../../db/reads.ts";
import { notFound } from "../../errors.ts";
import type { Routes } from "../../http/route.ts";
import { findClanOfMember } from "../members/index.ts";
import { findClanOfBoard } from "../scoreboards/index.ts";
import { loadHome } from "./home.ts";
import { loadMemberPage } from "./member-page.ts";
import { loadMyStandings } from "./standing.ts";
import { loadMyToday } from "./today.ts";

export const dashboardRoutes =
  (reads: Reads): Routes =>
  (route, db) => {
    route(getMyToday, async ({ actor }) => ({ items: await loadMyToday(db, actor.userId) }));

    route(getMyStanding, async ({ actor }) => ({
      items: await reads.read((replica) => loadMyStandings(replica, actor.userId)),
    }));

    route(getClanHome, ({ actor }) => loadHome(db, actor));

    route(getMemberPage, ({ actor, params }) =>
      reads.read((replica) => loadMemberPage(replica, actor, params.memberId)),
    );

    route(findMemberClan, async ({ actor, params }) => {
      const clan_id = await findClanOfMember(db, actor.userId, params.memberId);
      if (!clan_id) throw notFound("Player");
      return { clan_id };
    });

    route(findBoardClan, async ({ actor, params }) => {
      const clan_id = await findClanOfBoard(db, actor.userId, params.scoreboardId);
      if (!clan_id) throw notFound("Scoreboard");
      return { clan_id };
    });
  };

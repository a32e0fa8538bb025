import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { openBoard } from "./board-results.ts";
import type { TestApp } from "./test-app.ts";

type ShareInput = { expires_at?: string | null; passcode?: string | null };

/** A board whose link is on, and how visitors read it. */
export async function openShared(world: TestApp, input: ShareInput = {}, fields: Parameters<typeof openBoard>[1] = {}) {
  const board = await openBoard(world, fields);
  const share = async (more: ShareInput = {}): Promise<string> => {
    const answer = await board.owner.send("POST", `${board.url}/share`, more);
    return answer.json<Scoreboard>().share_token ?? "";
  };
  const token = await share(input);
  return {
    ...board,
    token,
    share,
    act: (what: string) => board.owner.send("POST", `${board.url}/${what}`),
    ...visit(world, token),
  };
}

/** Reads a board as somebody who has its link, be it a good one or not. */
export function visit(world: { app: Pick<TestApp["app"], "server"> }, token: string) {
  const get = (url: string, headers: Record<string, string> = {}) =>
    world.app.server.inject({ method: "GET", url, headers });
  return {
    page: (headers?: Record<string, string>, query = "") => get(`/scoreboard/${token}${query}`, headers),
    json: (headers?: Record<string, string>, query = "") => get(`/api/public/scoreboards/${token}${query}`, headers),
    follow: () => get(`/api/public/scoreboards/${token}/events`),
    unlock: (passcode: string, ip = "127.0.0.1", headers: Record<string, string> = {}) =>
      world.app.server.inject({
        method: "POST",
        url: `/api/public/scoreboards/${token}/unlock`,
        payload: { passcode },
        remoteAddress: ip,
        headers,
      }),
  };
}

export { addScoreboard } from "./create.ts";
export { createImageRenderer } from "./images/render.ts";
export { findLink } from "./list.ts";
export type { PublicBoards } from "./public/board-cache.ts";
export { publicBoards } from "./public/plugin.ts";
export {
  findActiveBoard,
  findClanOfBoard,
  findMainBoardIds,
  findMainBoards,
  listActiveBoards,
  resultCsvLines,
} from "./queries.ts";
export { freezeEndedWeeks, freezeScoreboards } from "./results/freeze.ts";
export { loadBoardTops, loadMemberRanks, loadOwnRank } from "./results/board-tops.ts";
export { loadMainRanks } from "./results/main-ranks.ts";
export { getReadableScoreboard, loadStandings } from "./results/member-standings.ts";
export { loadOwnStandings } from "./results/own-standings.ts";
export { createStandingsReader } from "./results/public-standings.ts";
export { shareBoard } from "./share.ts";
export { countSeasonsToEnd } from "./seasons/queries.ts";
export { loadMemberAwards } from "./seasons/list.ts";
export { inSnapshot } from "./standings/context.ts";
export { emptyScoreboardBins } from "./state.ts";

export { emptyBulletinBins } from "./change.ts";
export { loadLatestBulletin, markSeen } from "./list.ts";
export { findLiveBulletin, versionLines } from "./queries.ts";
export { announceDueBulletins } from "./schedule.ts";
export { eraseUser } from "./write.queries.ts";
export { postBulletin } from "./write.ts";

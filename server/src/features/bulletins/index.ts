export { emptyBin } from "./change.ts";
export { loadLatest as loadLatestBulletin, markSeen } from "./list.ts";
export { findLiveBulletin, versionLines } from "./queries.ts";
export { announceDueBulletins } from "./schedule.ts";
export { eraseUser } from "./write.queries.ts";
export { postBulletin as createBulletin } from "./write.ts";

export { emptyBin } from "./bulletin-bin.ts";
export { markSeen } from "./bulletin-readers.ts";
export { eraseUser } from "./write.queries.ts";
export { versionLines } from "./export-bulletins.queries.ts";
export { postBulletin as createBulletin } from "./write.ts";
export { announceDueBulletins } from "./schedule.ts";

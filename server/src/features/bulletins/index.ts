export { emptyBin } from "./bulletin-bin.ts";
export { markSeen } from "./bulletin-readers.ts";
export { eraseUser } from "./bulletin-writes.queries.ts";
export { versionLines } from "./export-bulletins.queries.ts";
export { postBulletin as createBulletin } from "./post-bulletin.ts";
export { announceDueBulletins } from "./turn-bulletins.ts";

export { findLoginActivity } from "./queries.ts";
export { eraseAccount, eraseDueAccounts } from "./erase.ts";
export { listSessions, loadSignIns } from "./sessions.ts";

export { recordAdminAudit } from "./admin-audit.queries.ts";
export { auditCsvLines } from "./audit-csv.queries.ts";
export { type AuditActor, auditScope, countAuditSince, eraseUser, listAuditOfTarget, recordAudit } from "./queries.ts";

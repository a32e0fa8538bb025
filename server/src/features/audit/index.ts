export { findLastAdminChange, recordAdminAudit } from "./admin-audit.queries.ts";
export { auditCsvLines } from "./audit-csv.queries.ts";
export {
  type AuditActor,
  auditScope,
  countAuditSince,
  eraseUser,
  findLastChange,
  listAuditOfTarget,
  recordAudit,
} from "./audit.queries.ts";

export {
  type AuditActor,
  auditCsvLines,
  auditScope,
  countAuditSince,
  eraseUser,
  findLastAdminChange,
  findLastChange,
  listAuditOfTarget,
  recordAdminAudit,
} from "./queries.ts";
export { recordAudit } from "./record.ts";

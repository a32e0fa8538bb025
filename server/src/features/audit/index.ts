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
  recordAudit,
} from "./queries.ts";

export {
  type AuditActor,
  auditCsvLines,
  auditScope,
  countAuditSince,
  eraseUser,
  listAuditOfTarget,
  recordAdminAudit,
  recordAudit,
} from "./queries.ts";

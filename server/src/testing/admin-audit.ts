import type { TestApp } from "./test-app.ts";

/** What the audit of app admins says about somebody or something, the latest first. */
export function readAdminAudit({ db }: Pick<TestApp, "db">, targetId: string) {
  return db.selectFrom("admin_audit").selectAll().where("target_id", "=", targetId).orderBy("at", "desc").execute();
}

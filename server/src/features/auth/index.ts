export { findUser } from "./admin/admin.queries.ts";
export { cleanUpAuth } from "./admin/clean-up-auth.ts";
export { suspend, unsuspend } from "./admin/suspension.ts";
export { withApiErrors } from "./api-errors.ts";
export { recordAuthAudit } from "./audit.queries.ts";
export type { AuthService } from "./auth-service.ts";
export { type Client, toClient } from "./client.ts";
export { isSecondFactor } from "./factors/factor-rules.ts";
export { type FactorRow, listFactors } from "./factors/factors.queries.ts";
export { removeFactor } from "./factors/remove-factor.ts";
export { freshForMs } from "./fresh-proof.ts";
export { resendConfirmation, sendAuthMail } from "./mailed/mailings.ts";
export { requireReauthenticationCode } from "./mailed/one-time-tokens.ts";
export { checkNewPassword } from "./password-check.ts";
export { hashPassword, verifyPassword } from "./passwords.ts";
export {
  endOtherSessions,
  endSessionOf,
  endSessions,
  listSessionsOf,
  type SessionRow,
  stampProof,
} from "./sessions.queries.ts";
export { addUser } from "./sign-up.ts";
export {
  eraseUser,
  findUserByEmail,
  getUser,
  type IdentityRow,
  listIdentities,
  lockUser,
  updateProfile,
  updateUser,
  type UserRow,
} from "./users.queries.ts";

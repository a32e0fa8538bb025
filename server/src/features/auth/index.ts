export { findUser } from "./admin/queries.ts";
export { suspend, unsuspend } from "./admin/suspension.ts";
export { withApiErrors } from "./auth-error.ts";
export { cleanUpAuth } from "./clean-up.ts";
export { type Client, toClient } from "./client.ts";
export { isSecondFactor } from "./factors/factors.ts";
export { type FactorRow, listFactors } from "./factors/queries.ts";
export { removeFactor } from "./factors/remove.ts";
export { resendConfirmation, sendAuthMail } from "./email/send.ts";
export { requireReauthenticationCode } from "./email/tokens.ts";
export { checkNewPassword } from "./password-check.ts";
export { hashPassword, verifyPassword } from "./passwords.ts";
export {
  endOtherSessions,
  endSessionOf,
  endSessions,
  eraseUser,
  findUserByEmail,
  getUser,
  type IdentityRow,
  listIdentities,
  listSessionsOf,
  lockUser,
  recordAuthAudit,
  type SessionRow,
  stampProof,
  updateProfile,
  updateUser,
  type UserRow,
} from "./queries.ts";
export type { AuthService } from "./service.ts";
export { freshForMs } from "./sessions.ts";
export { addUser } from "./sign-up.ts";

export { findUser } from "./admin/queries.ts";
export { cleanUpAuth } from "./clean-up.ts";
export { suspend, unsuspend } from "./admin/suspension.ts";
export { withApiErrors } from "./api-errors.ts";
export { recordAuthAudit } from "./audit.queries.ts";
export type { AuthService } from "./service.ts";
export { type Client, toClient } from "./client.ts";
export { isSecondFactor } from "./factors/factors.ts";
export { type FactorRow, listFactors } from "./factors/queries.ts";
export { removeFactor } from "./factors/remove.ts";
export { freshForMs } from "./fresh-proof.ts";
export { resendConfirmation, sendAuthMail } from "./mailed/send.ts";
export { requireReauthenticationCode } from "./mailed/tokens.ts";
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
} from "./queries.ts";

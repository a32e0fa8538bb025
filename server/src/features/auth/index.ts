export { findUser } from "./admin/queries.ts";
export { suspend, unsuspend } from "./admin/suspension.ts";
export { resendConfirmation, sendAuthMail } from "./email/send.ts";
export { requireReauthenticationCode } from "./email/tokens.ts";
export { isSecondFactor, removeFactor } from "./factors/enroll.ts";
export { type FactorRow, listFactors } from "./factors/queries.ts";
export { removePasskeys } from "./passkeys/passkeys.ts";
export { countPasskeysElsewhere, type CredentialRow, listPasskeys } from "./passkeys/queries.ts";
export { type Client, toClient, withApiErrors } from "./http.ts";
export { checkNewPassword, hashPassword, verifyPassword } from "./passwords.ts";
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
export { type AuthService, cleanUpAuth } from "./service.ts";
export { freshForMs } from "./sessions.ts";
export { addUser } from "./sign-up.ts";

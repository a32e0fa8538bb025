import { createSmsSender } from "../../../sms/sms-sender.ts";
import type { AuthRoute } from "../http.ts";
import {
  challengeBody,
  factorParams,
  factorVerifyBody,
  newFactor,
  newRecoveryCodes,
  noQuery,
  recoveryCodeBody,
} from "../inputs.ts";
import type { AuthService } from "../service.ts";
import { challengeFactor } from "./challenge.ts";
import { enrollFactor, unenrollFactor } from "./enroll.ts";
import {
  generateRecoveryCodes,
  getRecoveryCodesStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  useRecoveryCode,
} from "./recovery-codes.ts";
import { verifyFactor } from "./verify.ts";

export function factorRoutes(route: AuthRoute, auth: AuthService): void {
  const { sms } = auth.settings;
  const sendSms = sms && createSmsSender(sms);
  route(
    { method: "POST", path: "/factors", access: "session", query: noQuery, body: newFactor },
    ({ body, caller, client }) => enrollFactor(auth, caller, body, client),
  );
  route(
    {
      method: "DELETE",
      path: "/factors/:factorId",
      access: "session",
      pendingFactor: 422,
      params: factorParams,
      query: noQuery,
    },
    ({ params, caller, client }) => unenrollFactor(auth, caller, params.factorId, client),
  );
  const proving = { method: "POST", access: "session", pendingFactor: "allowed", query: noQuery } as const;
  const ofFactor = { ...proving, params: factorParams } as const;
  route({ ...ofFactor, path: "/factors/:factorId/challenge", body: challengeBody }, ({ params, caller, client }) =>
    challengeFactor(auth, sendSms, caller, params.factorId, client),
  );
  route(
    { ...ofFactor, path: "/factors/:factorId/verify", body: factorVerifyBody },
    ({ params, body, caller, client }) => verifyFactor(auth, caller, { ...params, ...body }, client),
  );
  const verifyCode = { ...proving, path: "/factors/recovery-codes/verify", body: recoveryCodeBody } as const;
  route(verifyCode, ({ body, caller, client }) => useRecoveryCode(auth, caller, body.code, client));
  recoveryCodeRoutes(route, auth);
}

function recoveryCodeRoutes(route: AuthRoute, auth: AuthService): void {
  const path = "/factors/recovery-codes";
  const ofSession = { access: "session", query: noQuery } as const;
  route({ ...ofSession, method: "GET", path, pendingFactor: "allowed" }, ({ caller }) =>
    getRecoveryCodesStatus(auth, caller),
  );
  route({ ...ofSession, method: "POST", path, body: newRecoveryCodes }, ({ body, caller, client }) =>
    generateRecoveryCodes(auth, caller, body.friendly_name, client),
  );
  route({ ...ofSession, method: "DELETE", path }, ({ caller, client }) => removeRecoveryCodes(auth, caller, client));
  route({ ...ofSession, method: "POST", path: `${path}/regenerate` }, ({ caller, client }) =>
    regenerateRecoveryCodes(auth, caller, client),
  );
}

import type { AuthRoute } from "../http.ts";
import { noQuery, passkeyName, passkeyParams, passkeyRegistration, passkeySignIn, passkeyStart } from "../inputs.ts";
import type { AuthService } from "../service.ts";
import {
  deletePasskey,
  finishRegistration,
  finishSignIn,
  getRelyingParty,
  renamePasskey,
  startRegistration,
  startSignIn,
  toPasskeyAnswer,
} from "./passkeys.ts";
import { listPasskeys } from "./queries.ts";

export function passkeyRoutes(route: AuthRoute, auth: AuthService): void {
  const ofSession = { access: "session", query: noQuery } as const;
  const open = { method: "POST", access: "public", query: noQuery } as const;
  route(
    { ...ofSession, method: "POST", path: "/passkeys/registration/options", body: passkeyStart },
    ({ caller, client }) => startRegistration(auth, caller, client),
  );
  route(
    { ...ofSession, method: "POST", path: "/passkeys/registration/verify", body: passkeyRegistration },
    ({ body, caller, client }) => finishRegistration(auth, caller, body, client),
  );
  route({ ...open, path: "/passkeys/authentication/options", body: passkeyStart }, ({ client }) =>
    startSignIn(auth, client),
  );
  route({ ...open, path: "/passkeys/authentication/verify", body: passkeySignIn }, ({ body, client }) =>
    finishSignIn(auth, body, client),
  );
  route({ ...ofSession, method: "GET", path: "/passkeys" }, async ({ caller }) => {
    getRelyingParty(auth);
    return (await listPasskeys(auth.db, caller.userId)).map(toPasskeyAnswer);
  });
  const one = { ...ofSession, path: "/passkeys/:passkeyId", params: passkeyParams } as const;
  route({ ...one, method: "PATCH", body: passkeyName }, ({ params, body, caller, client }) =>
    renamePasskey(auth, caller, params.passkeyId, body.friendly_name, client),
  );
  route({ ...one, method: "DELETE" }, ({ params, caller, client }) =>
    deletePasskey(auth, caller, params.passkeyId, client),
  );
}

import { sql } from "kysely";

/** Whether the user of the row has a second factor; recovery codes only stand in for one. */
export const hasSecondFactor = sql<boolean>`exists (select from auth_factors
  where auth_factors.user_id = users.id and auth_factors.status = 'verified'
    and auth_factors.type in ('totp', 'phone', 'webauthn'))`;

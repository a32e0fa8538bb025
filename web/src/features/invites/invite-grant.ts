import { readStored, writeStored } from "../../lib/shared/storage.ts";

const key = "invite_grant";

/** What the right code of an invite bought: for half an hour it can be traded for the player. */
export interface InviteGrant {
  inviteToken: string;
  sessionToken: string;
  expiresAt: string;
  memberName: string;
  clanName: string;
}

/**
 * Kept for all tabs of this browser: whoever has to sign up first comes back in a new tab, by a link in a mail. On
 * another device the code is asked for again.
 */
export function keepGrant(grant: InviteGrant | null): void {
  writeStored(key, grant && JSON.stringify(grant));
}

export function readGrant(inviteToken: string, now = Date.now()): InviteGrant | null {
  const grant = parseGrant(readStored(key));
  if (!grant) return null;
  if (Date.parse(grant.expiresAt) > now) return grant.inviteToken === inviteToken ? grant : null;
  keepGrant(null);
  return null;
}

function parseGrant(text: string | null): InviteGrant | null {
  try {
    return text === null ? null : (JSON.parse(text) as InviteGrant);
  } catch {
    return null;
  }
}

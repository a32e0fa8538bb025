import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { signOut, useSession } from "../../lib/session.ts";
import { inviteStateQuery, isWrongCode, openInvite, useLinkInvite } from "./accept-invite.api.ts";
import { type InviteGrant, keepGrant, readGrant } from "./invite-grant.ts";
import { type EndedState, type InviteRefusal, toCodeRefusal, toLinkRefusal } from "./invite-refusal.ts";

export type Linked = Awaited<ReturnType<ReturnType<typeof useLinkInvite>["mutateAsync"]>>;

/** The way through an invite: its code first, then the account it is for. */
export function useAcceptInvite(token: string, onLinked: (linked: Linked) => void) {
  const isSignedIn = useSession() !== null;
  const [grant, setGrant] = useState(() => readGrant(token));
  const [refusal, setRefusal] = useState<InviteRefusal | null>(null);
  const state = useQuery({ ...inviteStateQuery(token), enabled: isSignedIn && grant === null });
  const link = useLinkInvite();
  const sendCode = async (code: string): Promise<InviteRefusal | null> => {
    setRefusal(null);
    try {
      setGrant(await openInvite(token, code));
      return null;
    } catch (error) {
      const isWrong = await isWrongCode(error, token, code);
      const found: InviteRefusal = isWrong ? { kind: "wrong-code", triesLeft: null } : toCodeRefusal(error);
      setRefusal(found);
      return found;
    }
  };
  const accept = async (held: InviteGrant) => {
    setRefusal(null);
    try {
      onLinked(await link.mutateAsync(held));
    } catch (error) {
      const found = toLinkRefusal(error);
      setRefusal(found);
      // Another account may still use it, as long as the server lets it.
      if (found.kind === "failed" || found.kind === "taken") return;
      keepGrant(null);
      setGrant(null);
    }
  };
  return {
    grant,
    refusal: refusal ?? (grant ? null : toKnownEnding(state.data)),
    lockedFor: state.data?.locked_for ?? 0,
    isSignedIn,
    isLinking: link.isPending || link.isSuccess,
    sendCode,
    accept,
    /** Leaves this account; the invite waits for the next one. */
    changeAccount: async () => {
      const leaving = signOut();
      setRefusal(null);
      await leaving;
    },
  };
}

/** An invite that is over needs no code to say so. */
function toKnownEnding(known: { state: "open" | EndedState; used_by_me: boolean } | undefined): InviteRefusal | null {
  if (!known || known.state === "open") return null;
  return { kind: "ended", state: known.used_by_me ? "used-by-me" : known.state, text: "" };
}

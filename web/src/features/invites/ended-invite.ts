import type { InviteRefusal } from "./invite-refusal.ts";

interface Words {
  title: string;
  line: string;
}

const endings = {
  expired: {
    title: "This invite has expired",
    line: "Ask whoever invited you for a new one. Nothing else is lost.",
  },
  cancelled: {
    title: "This invite was cancelled",
    line: "Ask whoever invited you whether there is a new one.",
  },
  used: {
    title: "This invite was used already",
    line: "If it was you, your clan is on your dashboard. If it was not, tell whoever invited you.",
  },
  "used-by-me": {
    title: "You used this invite already",
    line: "Your clan is on your dashboard.",
  },
};

/** What to say where no code helps any more; null while one may. */
export function toEnding(refusal: InviteRefusal | null): Words | null {
  if (refusal?.kind === "taken") return { title: "This account was not linked", line: refusal.text };
  if (refusal?.kind !== "ended") return null;
  return refusal.state ? endings[refusal.state] : { title: "This invite is no longer open", line: refusal.text };
}

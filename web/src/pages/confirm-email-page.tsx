import { pages } from "@clanhall/contract/pages";
import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { openMailedLink } from "../features/auth/api.ts";
import { AuthCard, WayOut } from "../features/auth/auth-card.tsx";
import { OpenLinkButton, readMailedLink } from "../features/auth/steps/mail-links.tsx";
import { takeNextPath } from "../features/auth/redirects.ts";
import { ResendForm } from "../features/auth/steps/codes.tsx";
import { useSendsMail } from "../domain/profile.ts";
import { pendingFactors, prepareSignIn } from "../lib/session.ts";
import { showToast } from "../ui/toasts.ts";

export function ConfirmEmailPage() {
  const router = useRouter();
  const searchStr = useLocation({ select: (location) => location.searchStr });
  const [link] = useState(() => readMailedLink(new URLSearchParams(searchStr)));
  const [outcome, setOutcome] = useState<"dead" | "half" | null>(link ? null : "dead");
  const sendsMail = useSendsMail();
  useEffect(prepareSignIn, []);
  if (!link || outcome === "dead") return <DeadLink isConfirmation={link?.type === "signup"} />;
  if (outcome === "half") {
    return (
      <AuthCard title="One address is confirmed" line="Now confirm the other address too.">
        <p>
          {sendsMail ? "We sent a message to each of the two addresses." : "Each address has a link of its own."} Your
          address changes once both links have been opened.
        </p>
        <WayOut />
      </AuthCard>
    );
  }
  const open = async () => {
    const { isSignedIn } = await openMailedLink(link.tokenHash, link.type);
    if (!isSignedIn) return setOutcome("half");
    if (link.done) showToast({ kind: "success", message: link.done });
    const next = link.type === "invite" ? pages.resetPassword.path : takeNextPath(link.next);
    router.history.replace(pendingFactors() ? `${pages.login.path}?${new URLSearchParams({ next }).toString()}` : next);
  };
  return (
    <AuthCard title={link.title} line={link.line}>
      <OpenLinkButton
        label={link.button}
        labelSignedIn={link.buttonSignedIn}
        open={open}
        onDead={() => setOutcome("dead")}
      />
    </AuthCard>
  );
}

function DeadLink({ isConfirmation }: { isConfirmation: boolean }) {
  return (
    <AuthCard
      title="This link no longer works"
      line="It has expired or has been used. If you have already opened it, there is nothing left to do."
    >
      {isConfirmation && <ResendForm />}
      <WayOut />
    </AuthCard>
  );
}

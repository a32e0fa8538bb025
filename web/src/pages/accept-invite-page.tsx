import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "../ui/core/button.tsx";
import { AuthCard, CardFoot } from "../features/auth/auth-card.tsx";
import { ProviderButtons } from "../features/auth/provider-buttons.tsx";
import { CodeStep } from "../features/invites/code-step.tsx";
import { ContinueAs, type Linked, toEnding, useAcceptInvite, WhoYouWillBe } from "../features/invites/accept.tsx";
import styles from "../features/invites/invites.module.css";
import { productConfigQuery } from "../domain/profile.ts";
import { Muted } from "../ui/core/layout.tsx";
import { showToast } from "../ui/toasts.ts";

export function AcceptInvitePage() {
  const { token } = useParams({ from: pages.acceptInvite.path });
  return <AcceptInvite key={token} token={token} />;
}

function AcceptInvite({ token }: { token: string }) {
  const navigate = useNavigate();
  const leave = ({ member_name: member, clan_name: clan }: Linked) => {
    showToast({ kind: "success", message: `You are ${member} in ${clan} now` });
    void navigate({ to: pages.dashboard.path, replace: true });
  };
  const { grant, error, lockedFor, isSignedIn, isLinking, sendCode, accept, changeAccount } = useAcceptInvite(
    token,
    leave,
  );
  const ending = toEnding(error);
  if (ending) {
    return (
      <AuthCard title={ending.title} line={ending.line}>
        {error?.kind === "taken" && isSignedIn && (
          <div className={styles.choices}>
            <Button onClick={() => void changeAccount()}>Use another account</Button>
          </div>
        )}
        <CardFoot>
          {isSignedIn ? (
            <Link to={pages.dashboard.path}>Go to the dashboard</Link>
          ) : (
            <Link to={pages.login.path}>Log in</Link>
          )}
        </CardFoot>
      </AuthCard>
    );
  }
  if (!grant) {
    return (
      <AuthCard title="You are invited" line="Enter the code that came with your link, perhaps in another message.">
        <CodeStep key={lockedFor} error={error} lockedFor={lockedFor} send={sendCode} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={`Join ${grant.clanName}`} line="The code is right. One step is left.">
      <WhoYouWillBe grant={grant} />
      {isSignedIn ? (
        <ContinueAs
          error={error}
          isLinking={isLinking}
          onAccept={() => void accept(grant)}
          onChangeAccount={() => void changeAccount()}
        />
      ) : (
        <SignInFirst next={`/invite/${token}`} />
      )}
    </AuthCard>
  );
}

/** The invite waits in this browser; every way in leads back here. */
function SignInFirst({ next }: { next: string }): ReactNode {
  const { data: config } = useQuery(productConfigQuery);
  return (
    <div className={styles.choices}>
      <Muted as="p">To keep your player, use an account. You come back here afterwards.</Muted>
      {config?.sign_up !== false && (
        <ButtonLink variant="primary" to={pages.signUp.path} search={{ next }}>
          Sign up
        </ButtonLink>
      )}
      <ButtonLink to={pages.login.path} search={{ next }}>
        Log in
      </ButtonLink>
      <ProviderButtons search={{ next }} />
    </div>
  );
}

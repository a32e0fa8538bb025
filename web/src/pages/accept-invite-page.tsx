import { pages } from "@clanhall/contract/pages";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Button } from "../ui/core/button.tsx";
import { AuthCard, WayOut } from "../features/auth/auth-card.tsx";
import { SignInFirst } from "../features/auth/provider-buttons.tsx";
import {
  CodeStep,
  ContinueAs,
  type Linked,
  toEnding,
  useAcceptInvite,
  WhoYouWillBe,
} from "../features/invites/accept.tsx";
import styles from "../features/invites/invites.module.css";
import { Stack } from "../ui/core/layout.tsx";
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
          <Stack gap={3} className={styles.choices}>
            <Button onClick={() => void changeAccount()}>Use another account</Button>
          </Stack>
        )}
        <WayOut />
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
        <SignInFirst next={`/invite/${token}`} why="You need an account to join." />
      )}
    </AuthCard>
  );
}

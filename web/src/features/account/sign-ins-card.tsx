import type { SignInOfMine } from "@clanhall/contract/account";
import { useQuery } from "@tanstack/react-query";
import { AsyncSection } from "../../ui/async-section.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { mySignInsQuery } from "./api.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";
import marks from "./sign-ins-card.module.css";

const methodWords: Record<string, string> = {
  password: "Password",
  otp: "Code by mail",
  "email/signup": "Address confirmed",
  email_change: "New address confirmed",
  invite: "Invitation",
  magiclink: "Link by mail",
  recovery: "Password reset",
  oauth: "Other service",
  totp: "Authenticator app",
  "mfa/totp": "Authenticator app",
  "mfa/phone": "Code by text message",
  "mfa/recovery_code": "Recovery code",
  anonymous: "Without an account",
};

export function SignInsCard() {
  const signIns = useQuery(mySignInsQuery);
  return (
    <Card title="Recent sign-ins" line="The latest times somebody got into your account, or tried to.">
      <AsyncSection query={signIns} what="Recent sign-ins">
        {(items) =>
          items.length === 0 ? (
            <p className={styles.note}>Nothing was recorded yet.</p>
          ) : (
            <ul className={styles.list}>
              {items.map((signIn) => (
                <SignIn key={signIn.id} signIn={signIn} />
              ))}
            </ul>
          )
        }
      </AsyncSection>
    </Card>
  );
}

function SignIn({ signIn }: { signIn: SignInOfMine }) {
  const { outcome, method, ip, at } = signIn;
  const isFine = outcome === "success";
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <strong className={isFine ? marks.fine : marks.failed}>
          <Mark isFine={isFine} />
          {isFine ? "Signed in" : "Failed"}
        </strong>
        <div className={styles.note}>{toPlace(method, ip)}</div>
      </div>
      <span className={styles.note}>
        <RelativeTime iso={at} />
      </span>
    </li>
  );
}

/** How and from where; a try that failed names no method. */
function toPlace(method: string, ip: string | null): string {
  const place = ip && (method ? `, from ${ip}` : `From ${ip}`);
  return toWords(method) + (place ?? "");
}

/** A method nobody gave a name, such as another service's, stands for itself. */
function toWords(method: string): string {
  return methodWords[method] ?? method.charAt(0).toUpperCase() + method.slice(1);
}

function Mark({ isFine }: { isFine: boolean }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
      <path d={isFine ? "m3 8.5 3.2 3.2L13 5" : "m4 4 8 8M12 4l-8 8"} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

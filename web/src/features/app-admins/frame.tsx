import { pages } from "@clanhall/contract/pages";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useCallback, useSyncExternalStore } from "react";
import { Stack } from "../../ui/core/layout.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { errorText } from "../../lib/error-text.ts";
import { signOut } from "../../lib/session.ts";
import styles from "./app-admins.module.css";

type Part = "overview" | "users" | "admins" | "games";

const parts = [
  { key: "overview", label: "Overview", to: pages.admin.path },
  { key: "users", label: "Users", to: pages.manageUsers.path },
  { key: "admins", label: "Admins", to: pages.admin.path, search: { admins: 1 } },
  { key: "games", label: "Games", to: pages.manageGames.path },
] as const;

interface AdminFrameProps {
  title: string;
  current: Part;
  children: ReactNode;
}

/** What every admin screen shares: its title, the way to the others, and what is said when the server lets nobody in. */
export function AdminFrame({ title, current, children }: AdminFrameProps) {
  const refusal = useRefusal();
  return (
    <Stack as="section" gap={5}>
      <h1>{title}</h1>
      <Tabs label="Administration" className={styles.parts} items={parts} current={current} />
      {refusal && <Refused error={refusal} />}
      {/* Hidden and not gone: what is gone asks no more, and then nothing would be refused any more. */}
      <div hidden={refusal !== null}>
        <Stack gap={5}>{children}</Stack>
      </div>
    </Stack>
  );
}

/** Why the server answered an admin's question with no: the rights are gone, or the session is too old for them. */
function useRefusal(): Error | null {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  return useSyncExternalStore(subscribe, () => {
    const asked = cache.findAll({ queryKey: ["admin"], type: "active" });
    const refused = asked.find(({ state }) => state.data === undefined && hasStatus(state.error, 401, 403));
    return refused?.state.error ?? null;
  });
}

function Refused({ error }: { error: Error }) {
  const navigate = useNavigate();
  const here = useLocation({ select: ({ href }) => href });
  const logInAgain = () => signOut(() => navigate({ to: pages.login.path, search: { next: here } }));
  return (
    <Notice
      role="alert"
      tone="warning"
      level={2}
      title="You cannot administer now"
      actions={
        <>
          <Button variant="primary" onClick={() => void logInAgain()}>
            Log in again
          </Button>
          <ButtonLink to={pages.dashboard.path}>To the dashboard</ButtonLink>
        </>
      }
    >
      {errorText(error)}
    </Notice>
  );
}

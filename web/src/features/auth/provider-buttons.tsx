import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import type { Provider } from "../../lib/auth-client.ts";
import { asAuthError, authErrorText } from "../../lib/error-text.ts";
import { canReturnFromProvider } from "../../lib/shared/home-address.ts";
import { productConfigQuery } from "../../domain/profile.ts";
import { ask } from "../../lib/session.ts";
import styles from "./auth-card.module.css";
import { Stack, Row } from "../../ui/core/layout.tsx";
import { lazyStep } from "./auth-card.tsx";

const ProviderNotice = lazyStep(async () => (await import("../../ui/provider-notice.tsx")).ProviderNotice);

interface ProviderButtonsProps {
  /** The page to lead on to afterwards, as the address names it. */
  search: { next?: string };
  note?: ReactNode;
}

/** The ways in that another site vouches for; nothing where the installation has none. */
export function ProviderButtons({ search, note }: ProviderButtonsProps) {
  const { data: config } = useQuery(productConfigQuery);
  const [error, setError] = useState<string | null>(null);
  if (!config || config.providers.length === 0) return null;
  if (!canReturnFromProvider()) {
    return (
      <Suspense fallback={null}>
        <ProviderNotice what="continue with" providers={config.providers} path={toLoginPath(search)} />
      </Suspense>
    );
  }
  const start = async (provider: string) => {
    setError(null);
    try {
      await leaveFor(provider, search);
    } catch (caught) {
      setError(authErrorText(asAuthError(caught)));
    }
  };
  return (
    <Stack gap={3} className={styles.providers}>
      <Row as="p" nowrap className={styles.or}>
        or
      </Row>
      <FormSummary error={error} wrongFields={0} />
      {config.providers.map(({ key, name }) => (
        <Button key={key} onClick={() => void start(key)}>
          Continue with {name}
        </Button>
      ))}
      {note}
    </Stack>
  );
}

/** Goes to a provider to sign in there. The way back leads to Login, which finishes what was begun here. */
async function leaveFor(provider: string, search: { next?: string }): Promise<void> {
  const redirectTo = location.origin + toLoginPath(search);
  // The client lists the providers it has heard of; the installation may have others.
  await ask((client) => client.signInWithOAuth({ provider: provider as Provider, options: { redirectTo } }));
}

function toLoginPath(search: { next?: string }): string {
  const query = new URLSearchParams(search).toString();
  return `${pages.login.path}${query && `?${query}`}`;
}

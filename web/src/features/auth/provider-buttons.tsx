import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import type { Provider } from "../../lib/auth-client.ts";
import { asAuthError, authErrorText } from "../../lib/error-text.ts";
import { lazyPart } from "../../lib/load-chunk.ts";
import { canReturnFromProvider } from "../../lib/shared/home-address.ts";
import { productConfigQuery } from "../../domain/profile.ts";
import { ask } from "../../lib/session.ts";
import { Muted, Stack } from "../../ui/core/layout.tsx";
import { OtherWay } from "./auth-card.tsx";

const ProviderNotice = lazyPart(async () => (await import("../../ui/provider-notice.tsx")).ProviderNotice);

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
    <OtherWay>
      <FormSummary error={error} wrongFields={0} />
      {config.providers.map(({ key, name }) => (
        <Button key={key} onClick={() => void start(key)}>
          Continue with {name}
        </Button>
      ))}
      {note}
    </OtherWay>
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

interface SignInFirstProps {
  /** Every way in leads back to this page. */
  next: string;
  why: string;
}

/** For visitors of a link that needs an account. */
export function SignInFirst({ next, why }: SignInFirstProps) {
  const { data: config } = useQuery(productConfigQuery);
  return (
    <Stack gap={3}>
      <Muted as="p">{why} You come back here afterwards.</Muted>
      {config?.sign_up !== false && (
        <ButtonLink variant="primary" to={pages.signUp.path} search={{ next }}>
          Sign up
        </ButtonLink>
      )}
      <ButtonLink to={pages.login.path} search={{ next }}>
        Log in
      </ButtonLink>
      <ProviderButtons search={{ next }} />
    </Stack>
  );
}

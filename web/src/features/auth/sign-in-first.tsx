import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { productConfigQuery } from "../../domain/profile.ts";
import { ButtonLink } from "../../ui/core/button.tsx";
import { Muted, Stack } from "../../ui/core/layout.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";

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

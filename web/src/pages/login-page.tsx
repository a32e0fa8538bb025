import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { AuthCard, CardFoot } from "../features/auth/auth-card.tsx";
import { LoginForm } from "../features/auth/login-form.tsx";
import { useLeadOn } from "../features/auth/use-lead-on.ts";
import { productConfigQuery } from "../lib/product-config.ts";

export function LoginPage() {
  const { isAlreadyIn, search } = useLeadOn();
  const { data: config } = useQuery(productConfigQuery);
  if (isAlreadyIn) return null;
  return (
    <AuthCard title="Login" line="Welcome back. Your clan’s day is waiting.">
      <LoginForm />
      {config?.sign_up !== false && (
        <CardFoot>
          New here?{" "}
          <Link to={pages.signUp.path} search={search}>
            Create an account
          </Link>
        </CardFoot>
      )}
    </AuthCard>
  );
}

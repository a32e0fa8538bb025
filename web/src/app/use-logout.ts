import { pages } from "@clanhall/contract/pages";
import { useNavigate } from "@tanstack/react-router";
import { signOut } from "../lib/session.ts";

/** Signs out on this browser and ends on the login page; the page is left first, so that no guard sends it elsewhere. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  return () => signOut(() => navigate({ to: pages.login.path }));
}

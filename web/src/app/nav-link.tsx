import { Link } from "@tanstack/react-router";
import type { NavEntry } from "../lib/nav-entries.ts";
import { useLogout } from "./use-logout.ts";

interface NavLinkProps {
  entry: NavEntry;
  className?: string | undefined;
  role?: "menuitem";
  tabIndex?: number;
  onChoose?: () => void;
}

/** A navigation entry in whatever form it takes: a page of the app, a document of the server, or the logout. */
export function NavLink({ entry: { label, target }, onChoose, ...looks }: NavLinkProps) {
  const logout = useLogout();
  if (target === "logout") {
    const choose = () => {
      onChoose?.();
      void logout();
    };
    return (
      <button type="button" onClick={choose} {...looks}>
        {label}
      </button>
    );
  }
  if ("document" in target) {
    return (
      <a href={target.document} onClick={onChoose} {...looks}>
        {label}
      </a>
    );
  }
  return (
    <Link
      to={target.page}
      search={target.search ?? {}}
      activeOptions={{ exact: true, includeSearch: target.search !== undefined }}
      onClick={onChoose}
      {...looks}
    >
      {label}
    </Link>
  );
}

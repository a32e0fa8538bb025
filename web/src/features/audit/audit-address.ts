import { useLocation, useNavigate } from "@tanstack/react-router";
import { readText } from "../../lib/compat/read-answer.ts";
import type { AuditFilters } from "./audit.api.ts";

type Search = Record<string, unknown>;

/** The filters of a log, which live in the address. */
export function useAuditAddress(names: readonly (keyof AuditFilters)[]) {
  const filters = useLocation({ select: ({ search }) => readFilters(search, names), structuralSharing: true });
  const navigate = useNavigate();
  const show = (change: AuditFilters) =>
    void navigate({
      to: ".",
      search: (before: Search) => withoutEmpty({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    });
  return { filters, show, clear: () => show(Object.fromEntries(names.map((name) => [name, ""]))) };
}

function readFilters(search: Search, names: readonly (keyof AuditFilters)[]): AuditFilters {
  return withoutEmpty(Object.fromEntries(names.map((name) => [name, readText(search, name) ?? ""])));
}

function withoutEmpty<Fields extends Search>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")) as Fields;
}

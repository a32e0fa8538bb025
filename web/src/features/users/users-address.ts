import { type UserSort, userSorts, type UserState, userStates } from "@clanhall/contract/admin-users";

/** Which users are looked for, and in which order: all of it is in the address. */
export interface UsersAddress {
  q: string;
  state: UserState | null;
  mfa: "yes" | "no" | null;
  provider: string;
  sort: UserSort;
}

export type UsersChange = Partial<UsersAddress>;

export const noFilter: Omit<UsersAddress, "sort"> = { q: "", state: null, mfa: null, provider: "" };

/** Reads an address; what nobody could have chosen is left out. */
export function readUsersAddress(search: Record<string, unknown>): UsersAddress {
  const text = (name: string) => toText(search[name]);
  return {
    q: text("q").slice(0, 200),
    state: userStates.find((name) => name === text("state")) ?? null,
    mfa: (["yes", "no"] as const).find((name) => name === text("mfa")) ?? null,
    provider: text("provider").slice(0, 60),
    sort: userSorts.find((name) => name === text("sort")) ?? "newest",
  };
}

/** The address's part for it; what is as usual takes its name out of the address. */
export function toUsersSearch({ q, state, mfa, provider, sort }: UsersAddress) {
  return {
    q: q || undefined,
    state: state ?? undefined,
    mfa: mfa ?? undefined,
    provider: provider || undefined,
    sort: sort === "newest" ? undefined : sort,
  };
}

/** How the server is asked for them. */
export function toUsersQuery({ q, state, mfa, provider, sort }: UsersAddress) {
  return {
    ...(q && { q }),
    ...(state && { state }),
    ...(mfa && { mfa: mfa === "yes" ? ("true" as const) : ("false" as const) }),
    ...(provider && { provider }),
    sort,
  };
}

export function isFiltered({ q, state, mfa, provider }: UsersAddress): boolean {
  return q !== "" || state !== null || mfa !== null || provider !== "";
}

/** A number in an address is read as one; here everything is text. */
function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

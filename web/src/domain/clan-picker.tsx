import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import type { ClanAction } from "@clanhall/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { AsyncSection } from "../ui/async-section.tsx";
import { ButtonLink } from "../ui/core/button.tsx";
import { Select } from "../ui/core/select.tsx";
import { findLastUsed, myClansQuery, useRememberClan } from "./clans.ts";
import { mayInClan } from "./permissions.ts";
import styles from "./clan-picker.module.css";

export type ChosenClan = ReturnType<typeof useChosenClan>;

/**
 * The clan a screen without one in its path works on: the one the address names, else the last used, else the only one.
 * Only clans in which the action is allowed count; any other id is unknown.
 */
export function useChosenClan(action: ClanAction) {
  const named = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get("clan") });
  const navigate = useNavigate();
  const query = useQuery({
    ...myClansQuery,
    select: (all) => all.filter((clan) => mayInClan(clan, action)),
  });
  const clans = query.data ?? [];
  // Kept while the screen is open: a choice on another device must not change it under the person's hands.
  const [kept, setKept] = useState<string | null>(null);
  const clan = chooseClan(clans, named, kept);
  const clanId = clan?.id;
  if (clanId && clanId !== kept) setKept(clanId);
  useRememberClan(clanId);
  return {
    query,
    clan,
    /** The address names a clan that is not there for this person. */
    isUnknown: named !== null && clan === null && query.data !== undefined,
    choose: (id: string) =>
      navigate({ to: ".", search: (search: Record<string, unknown>) => ({ ...search, clan: id }) }),
  };
}

function chooseClan(clans: ClanCard[], named: string | null, kept: string | null): ClanCard | null {
  const find = (id: string | null) => clans.find((clan) => clan.id === id) ?? null;
  if (named !== null) return find(named);
  const only = clans.length === 1 ? clans[0] : undefined;
  return find(kept) ?? findLastUsed(clans) ?? only ?? null;
}

/** Says which clan a screen works on and lets it be changed; stands in for the screen while there is none. */
export function ClanPicker({ chosen }: { chosen: ChosenClan }) {
  return (
    <AsyncSection query={chosen.query} what="Your clans" lines={1}>
      {(clans) => (clans.length === 0 ? <NoClan /> : <PickFrom clans={clans} chosen={chosen} />)}
    </AsyncSection>
  );
}

function PickFrom({ clans, chosen: { clan, isUnknown, choose } }: { clans: ClanCard[]; chosen: ChosenClan }) {
  return (
    <div className={styles.picker}>
      <Select
        label="Clan"
        value={clan?.id ?? ""}
        onChange={(value) => void choose(value)}
        options={[
          ...(!clan ? [{ value: "", label: "Choose a clan", disabled: true }] : []),
          ...clans.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {isUnknown && (
        <p role="alert" className={styles.unknown}>
          Not found. There is no such clan here; choose another one.
        </p>
      )}
    </div>
  );
}

function NoClan() {
  return (
    <div className={styles.none}>
      <p>You have no clan that you can use this screen for.</p>
      <ButtonLink to={pages.myClans.path}>My Clans</ButtonLink>
    </div>
  );
}

import type { Activity } from "@clanhall/contract/activities";
import type { ClanCard } from "@clanhall/contract/clans";
import type { HistorySum } from "@clanhall/contract/entry-history";
import { mayInClan } from "../../domain/permissions.ts";
import { type Filter, toFilter } from "./api.ts";
import { type AddressChange, countFilters, type HistoryAddress } from "./address.ts";
import { type Calendar, defaultPeriod, type Period, type Range } from "./history-range.ts";

/** What somebody looks at, as every view needs to know it. */
export interface Look {
  clan: ClanCard;
  calendar: Calendar;
  activities: Activity[];
  address: HistoryAddress;
  range: Range;
  /** The address in the words of the calls. */
  filter: Filter;
  /** Goes to another address, from which one can come back. */
  onShow: (change: AddressChange) => void;
  onExplain: (explained: Explained) => void;
}

/** A sum somebody wants to understand. */
export interface Explained {
  title: string;
  sum: HistorySum;
  /** What finds exactly its cells; null where no filter can. */
  change: AddressChange | null;
}

export function activityOf({ activities }: Look, id: string): Activity | undefined {
  return activities.find((activity) => activity.id === id);
}

/** The activity that everything in sight is of, if it is one. */
export function onlyActivity({ activities, address }: Look): Activity | undefined {
  const [id] = address.activities;
  if (address.activities.length === 1) return activities.find((activity) => activity.id === id);
  return address.activities.length === 0 && activities.length === 1 ? activities[0] : undefined;
}

export function chosenPeriod({ address: { groupBy }, range }: Look): Period {
  return groupBy === "day" || groupBy === "week" || groupBy === "month" ? groupBy : defaultPeriod(range);
}

/** The calendar is of one player, who is chosen there: who else is looked at does not matter. */
export function calendarFilter({ address, clan, range }: Look): Filter {
  const members = [address.player ?? clan.member_id];
  return toFilter({ ...address, members, groups: [], withFormer: true }, range);
}

export function isFiltered({ address }: Look): boolean {
  return countFilters(address) > 0;
}

export function seesAll({ clan }: Look): boolean {
  return mayInClan(clan, "values.view");
}

/** Managers write every cell, members those of their own that are theirs to enter. */
export function mayWrite(look: Look, { member_id, activity_id }: { member_id: string; activity_id: string }): boolean {
  const { clan } = look;
  if (mayInClan(clan, "clan.manage")) return true;
  const isOwn = member_id === clan.member_id && activityOf(look, activity_id)?.entry_by === "members";
  return isOwn && mayInClan(clan, "entry.write");
}

import { useLocation, useNavigate } from "@tanstack/react-router";
import { useWhileMounted } from "../../lib/hooks.ts";

/** One thing an address may say. */
interface Param {
  /** How the address calls it, where that is not its own name. */
  param?: string;
  /** All it can be; anything else in an address is left out. */
  values?: readonly string[];
  pattern?: RegExp;
  /** The longest text that is read; 100 letters if it is not given. */
  max?: number;
  /** What holds while the address says nothing. */
  initial?: string;
}

type Spec<Kind extends Param = Param> = Readonly<Record<string, Kind>>;

/** Empty where the address does not say it. */
type Values<Known extends Spec> = {
  [Name in keyof Known]: Known[Name] extends { values: readonly (infer Value extends string)[] } ? Value | "" : string;
};

type Search = Record<string, unknown>;

export function readParams<Known extends Spec>(spec: Known, search: Search): Values<Known> {
  const read = Object.entries(spec).map(([name, param]) => [name, readParam(param, search[param.param ?? name])]);
  return Object.fromEntries(read) as Values<Known>;
}

/** A number or a yes in an address is read as one; here everything is text. */
function readParam({ values, pattern, max = 100, initial = "" }: Param, value: unknown): string {
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  const text = isPlain ? String(value).slice(0, max) : "";
  return (values?.includes(text) ?? pattern?.test(text) ?? text !== "") ? text : initial;
}

/** The address's part for it; what holds anyway takes its name out of the address. */
export function writeParams<Known extends Spec>(spec: Known, change: Partial<Values<Known>>): Search {
  return Object.fromEntries(
    Object.entries(change as Record<string, string>).map(([name, value]) => {
      const { param = name, values, initial = "" } = spec[name] ?? {};
      return [param, value === initial ? undefined : toSearchValue(value, values !== undefined)];
    }),
  );
}

/** Numbers and yes or no of a list stand in the address without quotes. */
function toSearchValue(value: string, isListed: boolean): unknown {
  return isListed && /^(true|false|\d+)$/.test(value) ? (JSON.parse(value) as unknown) : value;
}

export interface SearchParams<Known extends Spec> {
  values: Values<Known>;
  /** Changes the address in place, or with a step that going back takes back. */
  set: (change: Partial<Values<Known>>, options?: { isStep?: boolean }) => void;
}

/**
 * What the address says, and a way to change it. What is always part of it goes with every change. The address of
 * where somebody has gone since is left alone.
 */
export function useSearchParams<Known extends Spec>(spec: Known, always?: Search): SearchParams<Known> {
  const navigate = useNavigate();
  const values = useLocation({
    select: ({ search }): Record<string, string> => readParams(spec, search),
    structuralSharing: true,
  });
  const set = useWhileMounted<Parameters<SearchParams<Known>["set"]>>(
    (change, { isStep = false } = {}) =>
      void navigate({
        to: ".",
        search: (before: Search) => ({ ...before, ...always, ...writeParams(spec, change) }),
        replace: !isStep,
        resetScroll: false,
      }),
  );
  return { values: values as Values<Known>, set };
}

/** What narrows a list, as the bar above it offers it. */
export interface Filter extends Param {
  /** An order narrows nothing: clearing the filters leaves it. */
  kind: "text" | "select" | "tabs" | "date" | "order";
  label: string;
  /** What it says while nothing is chosen. */
  any?: string;
  /** Shown when more filters are wanted. */
  isFolded?: boolean;
  /** How the values are called. */
  names?: Readonly<Record<string, string>>;
}

export interface Filters<Known extends Spec<Filter>> extends SearchParams<Known> {
  spec: Known;
  always: Search | undefined;
  /** Whether somebody chose it: what holds anyway narrows nothing. */
  isSet: (name: keyof Known & string) => boolean;
  isFiltered: boolean;
  clear: () => void;
}

export function useSearchFilters<Known extends Spec<Filter>>(spec: Known, always?: Search): Filters<Known> {
  const { values, set } = useSearchParams(spec, always);
  const names = Object.keys(spec).filter((name) => spec[name]?.kind !== "order");
  const initial = Object.fromEntries(names.map((name) => [name, spec[name]?.initial ?? ""]));
  const isSet = (name: string) => values[name] !== (initial[name] ?? "");
  return {
    spec,
    always,
    values,
    set,
    isSet,
    isFiltered: names.some(isSet),
    clear: () => set(initial as Partial<Values<Known>>),
  };
}

/** The filters that are set, as a call's query takes them. */
export function setValues<Known extends Spec>(values: Values<Known>): Partial<Values<Known>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")) as Partial<Values<Known>>;
}

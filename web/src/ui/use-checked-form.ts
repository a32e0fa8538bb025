import { type ChangeEvent, type SubmitEvent, useRef, useState } from "react";
import { useOneAtATime } from "./use-one-at-a-time.ts";

type Change = ChangeEvent<HTMLInputElement>;
export type Problems<Field extends string> = Partial<Record<Field, string | null>>;

interface CheckedForm<Field extends string> {
  /** The rule of every field in the order of the page: what is wrong with a value, or null. */
  rules: Record<Field, (value: string, values: Record<NoInfer<Field>, string>) => string | null>;
  /** What the fields hold at first, where that is anything. */
  initial?: Partial<Record<Field, string>> | undefined;
  /** Sends what was checked; answers with what the server found wrong with single fields. */
  send: (values: Record<Field, string>) => Promise<Problems<Field> | undefined>;
}

/** A form that checks its fields when it is sent, and from then on while they change. It is sent once, however often it is clicked. */
export function useCheckedForm<Field extends string>({ rules, initial, send }: CheckedForm<Field>) {
  const names = Object.keys(rules) as Field[];
  const [values, setValues] = useState(() => fill(names, (name) => initial?.[name] ?? ""));
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [wrongFields, setWrongFields] = useState(0);
  const [isPending, runAlone] = useOneAtATime();
  const isChecked = useRef(false);

  const change = (name: Field, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems((before) => ({ ...before, [name]: isChecked.current ? rules[name](value, values) : null }));
  };
  /** Shows what is wrong and puts the person at the first of it; answers whether all is well. */
  const isFine = (found: Problems<Field>, element: HTMLFormElement): boolean => {
    const wrong = names.filter((name) => found[name]);
    setProblems(found);
    setWrongFields(wrong.length);
    element.querySelector<HTMLInputElement>(`[name="${wrong[0]}"]`)?.focus();
    return wrong.length === 0;
  };
  const submit = async (element: HTMLFormElement) => {
    isChecked.current = true;
    const found = fill(names, (name) => rules[name](values[name], values));
    if (isFine(found, element)) isFine((await send(values)) ?? {}, element);
  };

  return {
    wrongFields,
    isPending,
    change,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      const element = event.currentTarget;
      event.preventDefault();
      void runAlone(() => submit(element));
    },
    textField: (name: Field) => ({
      name,
      value: values[name],
      error: problems[name],
      onChange: ({ currentTarget }: Change) => change(name, currentTarget.value),
    }),
    tickField: (name: Field) => ({
      name,
      checked: values[name] !== "",
      error: problems[name],
      onChange: ({ currentTarget }: Change) => change(name, currentTarget.checked ? "yes" : ""),
    }),
  };
}

function fill<Field extends string, Value>(names: Field[], valueOf: (name: Field) => Value): Record<Field, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Field, Value>;
}

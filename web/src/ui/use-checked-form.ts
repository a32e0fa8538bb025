import { type ChangeEvent, type SubmitEvent, useRef, useState } from "react";

type Change = ChangeEvent<HTMLInputElement>;
export type Problems<Field extends string> = Partial<Record<Field, string | null>>;

interface CheckedForm<Field extends string> {
  /** The rule of every field in the order of the page: what is wrong with a value, or null. */
  rules: Record<Field, (value: string) => string | null>;
  /** Sends what was checked; answers with what the server found wrong with single fields. */
  send: (values: Record<Field, string>) => Promise<Problems<Field> | undefined>;
}

/** A form that checks its fields when it is sent, and from then on while they change. It is sent once, however often it is clicked. */
export function useCheckedForm<Field extends string>({ rules, send }: CheckedForm<Field>) {
  const names = Object.keys(rules) as Field[];
  const [values, setValues] = useState(() => fill(names, () => ""));
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [wrongFields, setWrongFields] = useState(0);
  const [isPending, runAlone] = useOneAtATime();
  const isChecked = useRef(false);

  const change = (name: Field, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems((before) => ({ ...before, [name]: isChecked.current ? rules[name](value) : null }));
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
    const found = fill(names, (name) => rules[name](values[name]));
    if (isFine(found, element)) isFine((await send(values)) ?? {}, element);
  };

  return {
    wrongFields,
    isPending,
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

/** Runs work unless some is running already. */
function useOneAtATime() {
  const [isPending, setPending] = useState(false);
  const isRunning = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  };
  return [isPending, run] as const;
}

function fill<Field extends string, Value>(names: Field[], valueOf: (name: Field) => Value): Record<Field, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Field, Value>;
}

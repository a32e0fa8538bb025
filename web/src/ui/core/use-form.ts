import { type ChangeEvent, type SubmitEvent, useRef, useState } from "react";

type Change = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;
export type FieldErrors<Field extends string> = Partial<Record<Field, string | null>>;

interface FormOptions<Field extends string> {
  /** The rule of every field in the order of the page: what is wrong with a value, or null. */
  rules: Record<Field, (value: string, values: Record<NoInfer<Field>, string>) => string | null>;
  /** What the fields hold at first, where that is anything. */
  initial?: Partial<Record<Field, string>> | undefined;
  /** Sends what was checked; answers with what the server found wrong with single fields. */
  send: (values: Record<Field, string>) => Promise<FieldErrors<Field> | undefined>;
}

/** A form that checks its fields when it is sent, and from then on while they change. It is sent once, however often it is clicked. */
export function useForm<Field extends string>({ rules, initial, send }: FormOptions<Field>) {
  const names = Object.keys(rules) as Field[];
  const [values, setValues] = useState(() => fill(names, (name) => initial?.[name] ?? ""));
  const [errors, setErrors] = useState<FieldErrors<Field>>({});
  const [wrongFields, setWrongFields] = useState(0);
  const [isPending, runAlone] = useSingleFlight();
  const isChecked = useRef(false);

  const change = (name: Field, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: isChecked.current ? rules[name](value, values) : null }));
  };
  /** Shows what is wrong and puts the person at the first of it; answers whether all is well. */
  const isFine = (found: FieldErrors<Field>, element: HTMLFormElement): boolean => {
    const wrong = names.filter((name) => found[name]);
    setErrors(found);
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
    values,
    wrongFields,
    isPending,
    change,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      const element = event.currentTarget;
      event.preventDefault();
      void runAlone(() => submit(element));
    },
    text: (name: Field) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ currentTarget }: Change) => change(name, currentTarget.value),
    }),
    select: (name: Field) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: string) => change(name, value),
    }),
    check: (name: Field) => ({
      name,
      checked: values[name] !== "",
      error: errors[name],
      onChange: (isChosen: boolean) => change(name, isChosen ? "yes" : ""),
    }),
  };
}

function fill<Field extends string, Value>(names: Field[], valueOf: (name: Field) => Value): Record<Field, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Field, Value>;
}

/** Runs work unless some is running already, however often a button is pressed. */
export function useSingleFlight() {
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

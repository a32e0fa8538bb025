import { foldText } from "@clanhall/contract/rules/fold-text";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import styles from "./combobox.module.css";
import { Field, fieldFrameStyle, type FieldProps } from "../core/field.tsx";
import { Icon } from "../core/icon.tsx";
import fieldStyles from "../core/field.module.css";
import { floatingStyle, Muted, Row, Text } from "../core/layout.tsx";
import type { Option } from "../core/select.tsx";

interface BaseProps extends FieldProps {
  name?: string;
  /** A function is asked once the list is open. */
  options: readonly Option[] | (() => readonly Option[]);
  /** Said when no option matches what was typed. */
  emptyText?: string;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  disabled?: boolean;
}

interface SingleProps extends BaseProps {
  multiple?: false;
  value: string | null;
  /** How the chosen value is written in the field, where that is not the label of an option. */
  valueText?: string;
  /** An entry at the end of the list that is always there and takes what is typed. */
  ownOption?: (typed: string) => Option;
  onChange: (value: string) => void;
}

interface MultipleProps extends BaseProps {
  multiple: true;
  value: string[];
  onChange: (values: string[]) => void;
  /** Takes what is typed, too. */
  allowNew?: boolean;
  max?: number;
  clearable?: boolean;
}

/** One or several of many, found by typing a part of a name. The focus stays in the field. */
export function Combobox(props: SingleProps | MultipleProps) {
  return props.multiple ? <MultipleCombobox {...props} /> : <SingleCombobox {...props} />;
}

function SingleCombobox({ options, emptyText, value, valueText, ownOption, onChange, ...rest }: SingleProps) {
  const { name, placeholder, disabled, multiple: _, ...field } = rest;
  const list = useOptionList(options, (option) => onChange(option.value), { closes: true, ownOption });
  // Where nothing else matches, what is typed is not lost when the field is left.
  const takeTyped = () => {
    const [only] = list.found;
    if (ownOption && list.typed && list.found.length === 1 && only && !only.disabled) list.pick(only);
  };
  // A name typed in full is chosen at once: nothing moves below whoever presses the next button then.
  const type = (text: string) => {
    list.type(text);
    const typed = text.trim().toLowerCase();
    const named =
      typeof options === "function" ? undefined : options.find(({ label }) => label.toLowerCase() === typed);
    if (ownOption && named) onChange(named.value);
  };
  const known = typeof options === "function" ? undefined : options.find((option) => option.value === value);
  const open = (input: HTMLInputElement) => {
    if (list.isOpen) return;
    // What is typed next replaces what was chosen.
    input.select();
    list.open((option) => option.value === value);
  };
  return (
    <Frame list={list} field={field} emptyText={emptyText} chosen={value === null ? [] : [value]} onLeave={takeTyped}>
      {(control) => (
        <>
          <input
            {...control}
            className={`${fieldStyles.input} ${styles.single}`}
            name={name}
            placeholder={placeholder}
            disabled={disabled}
            value={list.typed ?? valueText ?? known?.label ?? value ?? ""}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onClick={({ currentTarget }) => open(currentTarget)}
            onKeyDown={list.onKeyDown}
          />
          {list.typed === null && known?.note && (
            <Text as="small" dim size="xs" wrap="cut" className={styles.chosenNote}>
              {known.note}
            </Text>
          )}
        </>
      )}
    </Frame>
  );
}

function MultipleCombobox(props: MultipleProps) {
  const { options, emptyText, value, onChange, allowNew = false, max = Infinity, clearable, ...rest } = props;
  const { name, placeholder, disabled, multiple: _, ...field } = rest;
  const input = useRef<HTMLInputElement>(null);
  const isFull = value.length >= max;
  // It keeps the focus: one that was disabled would lose it.
  const cannotAdd = allowNew && isFull;
  const change = (values: string[]) => onChange([...new Set(values)].slice(0, max));
  const toggle = (option: Option) => {
    const isChosen = value.includes(option.value);
    change(isChosen ? value.filter((other) => other !== option.value) : [...value, option.value]);
  };
  const list = useOptionList(options, toggle, { startAt: allowNew ? -1 : 0 });
  const addTyped = () => {
    if (!allowNew || !list.typed) return;
    const fresh = list.typed.split(",").map((text) => text.trim());
    change([...value, ...fresh.filter(Boolean)]);
    list.close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isNew =
      allowNew && Boolean(list.typed?.trim()) && (event.key === "," || (event.key === "Enter" && !list.isAt));
    if (isNew) {
      event.preventDefault();
      addTyped();
    } else if (event.key === "Backspace" && !list.typed) change(value.slice(0, -1));
    else list.onKeyDown(event);
  };
  const remove = (values: string[]) => {
    onChange(values);
    // The button goes with what it removes: the field has the focus then.
    input.current?.focus();
  };
  const limit =
    max === Infinity || !allowNew ? null : isFull ? `Full: up to ${max}.` : `Press Enter after each one. Up to ${max}.`;
  return (
    <Frame
      list={list}
      field={{ ...field, hint: field.hint ?? limit }}
      emptyText={allowNew ? null : emptyText}
      chosen={value}
      isMultiple
      onLeave={() => afterPress(addTyped)}
    >
      {(control) => (
        <div className={`${fieldFrameStyle} ${styles.several}`}>
          {value.map((one) => (
            <Chip key={one} label={list.labelOf(one)} onRemove={() => remove(value.filter((other) => other !== one))} />
          ))}
          <input
            {...control}
            ref={input}
            className={styles.input}
            name={name}
            placeholder={value.length === 0 ? placeholder : undefined}
            disabled={disabled}
            readOnly={cannotAdd}
            aria-disabled={cannotAdd || undefined}
            value={list.typed ?? ""}
            onChange={({ currentTarget }) => list.type(currentTarget.value)}
            onClick={() => list.open()}
            onKeyDown={onKeyDown}
          />
          {clearable && value.length > 0 && (
            <button
              type="button"
              className={styles.clear}
              aria-label={`Clear ${field.label}`}
              onClick={() => remove([])}
            >
              <Icon name="close" size={16} />
            </button>
          )}
        </div>
      )}
    </Frame>
  );
}

type OptionList = ReturnType<typeof useOptionList>;

interface FrameProps {
  list: OptionList;
  field: FieldProps;
  /** Null where the list is left out when nothing matches. */
  emptyText: string | null | undefined;
  chosen: string[];
  isMultiple?: boolean;
  onLeave?: () => void;
  children: (control: object) => ReactNode;
}

/** The field with what makes its control a combobox, and the list below. */
function Frame({ list, field, emptyText, chosen, isMultiple = false, onLeave, children }: FrameProps) {
  const id = useId();
  const isShown = list.isOpen && (list.found.length > 0 || emptyText !== null);
  return (
    <Field {...field}>
      {(control) => (
        <div
          className={styles.box}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (currentTarget.contains(relatedTarget)) return;
            onLeave?.();
            list.close();
          }}
        >
          {children({
            ...control,
            role: "combobox",
            autoComplete: "off",
            spellCheck: false,
            "aria-expanded": isShown,
            "aria-controls": `${id}-list`,
            "aria-autocomplete": "list",
            "aria-activedescendant": isShown && list.isAt ? `${id}-${list.active}` : undefined,
          })}
          {isShown && (
            <Options
              id={id}
              list={list}
              label={field.label}
              chosen={chosen}
              isMultiple={isMultiple}
              emptyText={emptyText}
            />
          )}
        </div>
      )}
    </Field>
  );
}

const shownMax = 500;

/** What is typed, whether the list is open, and which of its options Enter would take. */
interface ListBehaviour {
  /** Whether one choice is all. */
  closes?: boolean;
  /** Where nothing is active at first, Enter takes what is typed. */
  startAt?: 0 | -1;
  ownOption?: ((typed: string) => Option) | undefined;
}

function useOptionList(
  options: BaseProps["options"],
  onPick: (option: Option) => void,
  { closes = false, startAt = 0, ownOption }: ListBehaviour,
) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const all = typeof options === "function" ? (isOpen ? options() : []) : options;
  const own = isOpen && ownOption ? [ownOption((typed ?? "").trim())] : [];
  const found = isOpen ? [...findOptions(all, typed ?? ""), ...own] : [];
  const open = (isChosen?: (option: Option) => boolean) => {
    if (isOpen) return;
    const list = typeof options === "function" ? options() : options;
    setActive(isChosen ? Math.max(0, list.findIndex(isChosen)) : startAt);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
    setActive(-1);
  };
  const pick = (option: Option) => {
    onPick(option);
    if (closes) return close();
    // After one of several: the whole list again, at the same option.
    setTyped(null);
    setActive(all.indexOf(option));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isDecision = isOpen && (event.key === "Enter" || event.key === "Escape");
    const option = found[active];
    if (!step && !isDecision) return;
    // With nothing typed and nothing to take, Enter is left to the form.
    if (event.key === "Enter" && !option && !typed) return;
    event.preventDefault();
    if (event.key === "Escape") close();
    else if (!isOpen) open();
    else if (step) setActive(Math.min(found.length - 1, Math.max(0, active + step)));
    else if (option && !option.disabled) pick(option);
  };
  return {
    typed,
    isOpen,
    found,
    active,
    isAt: isOpen && found[active] !== undefined,
    pick,
    open,
    close,
    onKeyDown,
    type: (text: string) => {
      setTyped(text);
      setActive(startAt);
      setOpen(true);
    },
    labelOf: (value: string) => all.find((option) => option.value === value)?.label ?? value,
  };
}

interface OptionsProps {
  id: string;
  list: OptionList;
  label: string;
  chosen: string[];
  isMultiple: boolean;
  emptyText: string | null | undefined;
}

function Options({ id, list: { found, active, pick }, label, chosen, isMultiple, emptyText }: OptionsProps) {
  const box = useRef<HTMLDivElement>(null);
  useScrollTo(box, `${id}-${active}`);
  if (found.length === 0) {
    return (
      <p id={`${id}-list`} className={`${floatingStyle} ${styles.none}`} role="status">
        {emptyText ?? "No matches."}
      </p>
    );
  }
  return (
    <div
      ref={box}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMultiple || undefined}
      className={`${floatingStyle} ${styles.list}`}
    >
      {found.slice(0, shownMax).map((option, index) => (
        <Row
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={chosen.includes(option.value)}
          aria-disabled={option.disabled || undefined}
          data-active={index === active || undefined}
          nowrap
          className={styles.option}
          // The field keeps the focus: what is pressed here is only chosen.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => option.disabled || pick(option)}
          onKeyDown={() => undefined}
        >
          {isMultiple && <span className={styles.tick} />}
          <span>{option.label}</span>
          {option.note && <Muted as="small">{option.note}</Muted>}
        </Row>
      ))}
      {found.length > shownMax && (
        <Muted as="p" className={styles.more}>
          {found.length - shownMax} more. Type part of a name.
        </Muted>
      )}
    </div>
  );
}

function useScrollTo(box: RefObject<HTMLElement | null>, id: string): void {
  useEffect(() => {
    box.current?.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView?.({ block: "nearest" });
  }, [box, id]);
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.chip} aria-label={`Remove ${label}`} onClick={onRemove}>
      <Text wrap="cut">{label}</Text>
      <Icon name="close" size={16} />
    </button>
  );
}

/** Every typed word has to appear somewhere. */
function findOptions(options: readonly Option[], typed: string): Option[] {
  const parts = foldText(typed)
    .split(/[\s/,_]+/)
    .filter(Boolean);
  return options.filter(({ label, note = "" }) => {
    const text = foldText(`${label} ${note}`);
    return parts.every((part) => text.includes(part));
  });
}

/** A chip that appears between press and release would move the pressed button away from under the pointer. */
function afterPress(work: () => void): void {
  if (document.querySelector(":active") === null) work();
  else window.addEventListener("click", work, { capture: true, once: true });
}

import { foldText } from "@clanhall/contract/rules/fold-text";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { ClanCrest } from "../../domain/clan-crest.tsx";
import { myClansQuery } from "../../domain/clans.ts";
import { useCurrentClan } from "../../domain/named-clan.ts";
import { chordKey } from "../../domain/single-keys.ts";
import { plural } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Drawing, Icon } from "../../ui/core/icon.tsx";
import { Text } from "../../ui/core/layout.tsx";
import { modalStyle } from "../../ui/dialog.tsx";
import { useGroups } from "./items.ts";
import { type Group, type Item, keepRecent, type Mark, splitByMatch } from "./matches.ts";
import styles from "./palette.module.css";

interface PaletteProps {
  onClose: () => void;
  /** Shows the list of keys instead. */
  onKeys: () => void;
}

/** Finds what there is in all of one's clans, and does what can be done, by a few letters. */
export function Palette({ onClose, onKeys }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click beside it closes it, as Escape does
    <dialog
      ref={dialog}
      className={`${modalStyle} ${styles.palette}`}
      aria-label="Find or do anything"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <Search onClose={onClose} onKeys={onKeys} />
      <footer className={styles.foot}>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>{chordKey} Enter</kbd> open in a new tab
        </span>
        <button type="button" onClick={onKeys}>
          <kbd>?</kbd> all keys
        </button>
      </footer>
    </dialog>
  );
}

/** Closed before it leaves the page: only then does the browser give the focus back to where it was. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    opened?.querySelector("input")?.focus();
    return () => opened?.close();
  }, [dialog]);
}

function Search({ onClose, onKeys }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const clan = useCurrentClan();
  const userId = useSession()?.userId ?? "";
  const { groups, error, isFetching } = useGroups(typed, clan, userId);
  const items = groups.flatMap((group) => group.items);
  const { chosen, move, reset } = useChosen(items);
  const choose = useChoose(userId, onClose);
  const list = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) move(step);
    else if (event.key === "Enter" && chosen) choose(chosen, event.ctrlKey || event.metaKey);
    else if (event.key === "?" && typed === "") onKeys();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label="Find or do anything"
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${list} ${chosen.id}`.replaceAll(" ", "-")}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Find or do anything"
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            reset();
          }}
          onKeyDown={onKeyDown}
        />
        <Text as="small" dim size="sm">
          in all my clans
        </Text>
        <kbd>Esc</kbd>
      </div>
      <div id={list} className={styles.list} role="listbox" aria-label="Found">
        {groups.map((group) => (
          <Rows key={group.label} {...{ group, list, chosen, choose }} typed={foldText(typed)} />
        ))}
      </div>
      <p className={items.length > 0 && !error ? "visually-hidden" : styles.none} role="status">
        {statusText({ count: items.length, isTyped: foldText(typed) !== "", isFetching, hasFailed: error !== null })}
      </p>
    </>
  );
}

interface Status {
  count: number;
  isTyped: boolean;
  isFetching: boolean;
  hasFailed: boolean;
}

function statusText({ count, isTyped, isFetching, hasFailed }: Status): string {
  if (hasFailed) return "Players and scoreboards could not be searched.";
  if (!isTyped || (isFetching && count === 0)) return "";
  return count === 0 ? "Nothing found." : plural(count, "result");
}

/** The first row until somebody goes to another; that one as long as it is there. */
function useChosen(items: Item[]) {
  const [id, setId] = useState<string | null>(null);
  const index = Math.max(
    0,
    items.findIndex((item) => item.id === id),
  );
  const move = (step: number) => setId(items.at((index + step) % items.length)?.id ?? null);
  return { chosen: items[index], move, reset: () => setId(null) };
}

type Choose = ReturnType<typeof useChoose>;

function useChoose(userId: string, onClose: () => void) {
  const router = useRouter();
  return (item: Item, isNewTab: boolean) => {
    const { href, run } = item;
    const isAction = item.id.startsWith("do ");
    if (href !== undefined && !isAction) keepRecent(userId, { ...item, id: item.id.replace(/^recent /, "") });
    if (href !== undefined && isNewTab) {
      window.open(href, "_blank", "noopener");
      return;
    }
    onClose();
    if (href === undefined) run?.();
    else void router.navigate({ href });
  };
}

interface RowsProps {
  group: Group;
  list: string;
  typed: string;
  chosen: Item | undefined;
  choose: Choose;
}

function Rows({ group: { label, items }, list, typed, chosen, choose }: RowsProps) {
  const heading = useId();
  return (
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className={styles.group}>
        {label}
      </div>
      {items.map((item) => (
        <Row
          key={item.id}
          id={`${list} ${item.id}`.replaceAll(" ", "-")}
          item={item}
          typed={typed}
          isChosen={item === chosen}
          onChoose={(event) => choose(item, event.ctrlKey || event.metaKey)}
        />
      ))}
    </div>
  );
}

interface RowProps {
  id: string;
  item: Item;
  typed: string;
  isChosen: boolean;
  onChoose: (event: MouseEvent) => void;
}

/** The focus stays in the field, which has the keys too. */
function Row({ id, item: { label, note, mark, keys }, typed, isChosen, onChoose }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
    <div
      ref={isChosen ? bringIntoView : undefined}
      id={id}
      className={styles.row}
      role="option"
      aria-selected={isChosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <MarkOf mark={mark} />
      <span className={styles.name}>
        {splitByMatch(label, typed).map(({ text, isMatch }, index) =>
          // oxlint-disable-next-line no-array-index-key -- parts of one text have no other key
          isMatch ? <mark key={index}>{text}</mark> : text,
        )}{" "}
        {note && (
          <Text as="small" dim size="sm">
            {note}
          </Text>
        )}
      </span>
      <span className={styles.keys} aria-hidden>
        {isChosen ? <kbd>Enter</kbd> : keys?.map((key) => <kbd key={key}>{key}</kbd>)}
      </span>
    </div>
  );
}

function bringIntoView(row: HTMLElement | null): void {
  row?.scrollIntoView?.({ block: "nearest" });
}

function MarkOf({ mark }: { mark: Mark }) {
  return (
    <span className={styles.mark}>
      {mark.kind === "player" && <Avatar name={mark.name} color={mark.tint} size={24} />}
      {mark.kind === "clan" && <CrestOf clanId={mark.id} />}
      {mark.kind === "drawing" && <Drawing path={mark.path} size={20} />}
    </span>
  );
}

function CrestOf({ clanId }: { clanId: string }) {
  const { data: clans } = useQuery(myClansQuery);
  const clan = clans?.find(({ id }) => id === clanId);
  return clan && <ClanCrest clan={clan} />;
}

import { mutateEach } from "../../lib/mutations.ts";
import { Surface } from "../../ui/card.tsx";
import { toExcerpt } from "@clanhall/contract/rules/bulletin-excerpt";
import { type Bulletin, bulletinsMax, bulletinStates, type BulletinVersion } from "@clanhall/contract/bulletins";
import type { ClanCard } from "@clanhall/contract/clans";
import { type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { ApiError, hasStatus } from "../../lib/api-errors.ts";
import { toFileName } from "../../lib/files.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { type CsvColumns, fieldColumns, loadAll, saveCsv } from "../../ui/lists/csv-file.ts";
import { CsvButton, DataList, ListError, ReadOnlyNotice } from "../../ui/lists/data-list.tsx";
import { FilterBar } from "../../ui/lists/filter-bar.tsx";
import { Muted, Stack } from "../../ui/core/layout.tsx";
import { AddButton, ListSection, ListTools } from "../../ui/list.tsx";
import { Pager } from "../../ui/pager.tsx";
import { useSearchFilters, useSearchParams } from "../../ui/lists/search-filters.ts";
import { BulletinContent } from "./content.tsx";
import { stateNames } from "./format.ts";
import styles from "./bulletins.module.css";
import { bulletinColumns, BulletinLink, Marks, Moment } from "./columns.tsx";
import { BulletinDialogs, dialogParams, type DialogParams } from "./dialogs.tsx";
import {
  type BulletinAction,
  bulletinsOf,
  earlierMoment,
  loadBulletins,
  useBulletinAction,
  useFollowBulletins,
} from "./api.ts";
import { Button } from "../../ui/core/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { MenuItem } from "../../ui/menu.tsx";
import { showToast } from "../../ui/toasts.ts";

const bulletinFilters = {
  state: { kind: "tabs", label: "Bulletins by state", values: bulletinStates, names: stateNames },
  q: { kind: "text", label: "Search bulletins" },
} as const;

const label = "Bulletins, pinned ones first, then the newest";
const noMatch = { sentence: "No bulletins match these filters." };

/** The bulletins of a clan and all that can be done to them. */
export function BulletinList({ clan, userId }: { clan: ClanCard; userId: string }) {
  const filters = useSearchFilters(bulletinFilters, { clan: clan.id });
  const dialog = useSearchParams(dialogParams, { clan: clan.id });
  const found = useInfiniteQuery(bulletinsOf(clan.id, filters.values));
  useFollowBulletins(clan.id);
  const actions = useBulletinActions(clan.id);
  const canEdit = mayInClan(clan, "clan.manage");
  const isManager = mayInClan(clan, "settings.view");
  if (found.data === undefined && hasStatus(found.error, 400, 403, 404)) return <ErrorMessage error={found.error} />;
  const rows = found.data?.pages.flatMap(({ items }) => items);
  const counts = found.data?.pages[0]?.counts;
  const count = counts && bulletinStates.reduce((sum, state) => sum + counts[state], 0);
  const onShow: typeof dialog.set = (change) => dialog.set(change, { isStep: true });
  const isReading = rows !== undefined && rows.length > 0 && !isManager;
  return (
    <ListSection>
      {canEdit && count !== undefined && <BulletinTools count={count} onShow={onShow} />}
      {isManager && !canEdit && (
        <ReadOnlyNotice isDeleted={clan.deletes_at !== null}>
          its bulletins can be read, but not changed.
        </ReadOnlyNotice>
      )}
      <ActionError error={actions.error} />
      {count !== undefined && count > 0 && (
        <FilterBar
          filters={filters}
          // Everything that others see is live.
          without={isManager ? [] : ["state"]}
          countOf={(_name, state) => (state === "" ? count : counts?.[state as keyof typeof counts])}
        >
          {isManager && (
            <CsvButton label="Export CSV" onSave={(queries) => saveBulletins(queries, clan, filters.values)} />
          )}
        </FilterBar>
      )}
      {isReading ? (
        <>
          <ReadingList bulletins={rows} />
          <Pager query={found} />
        </>
      ) : (
        <DataList
          label={label}
          what="The bulletins"
          query={found}
          rows={rows}
          columns={bulletinColumns}
          rowId={({ id }) => id}
          rowName={({ title }) => title}
          filters={{ ...filters, isFiltered: count !== 0 && filters.isFiltered, noMatch }}
          empty={<NoBulletins onMake={canEdit ? () => onShow({ make: "1" }) : null} />}
          menu={isManager ? (bulletin) => menuItems({ bulletin, canEdit, actions, onShow }) : null}
          pages={found}
        />
      )}
      {rows && (
        <BulletinDialogs
          clanId={clan.id}
          userId={userId}
          bulletins={rows}
          params={dialog}
          canEdit={canEdit}
          actions={actions}
        />
      )}
    </ListSection>
  );
}

const fileColumns: CsvColumns<Bulletin> = {
  ...fieldColumns<Bulletin>("title", "state", "audience", "pinned", "author"),
  ...fieldColumns<Bulletin>("publish_at", "expires_at", "posted_at", "edited_at"),
  seen: ({ seen_by }) => seen_by?.seen ?? null,
  readers: ({ seen_by }) => seen_by?.of ?? null,
  ...fieldColumns<Bulletin>("created_at", "updated_at"),
};

/** All that the filters show, further pages too. */
async function saveBulletins(
  queries: QueryClient,
  { id, name }: ClanCard,
  filter: Parameters<typeof loadBulletins>[1],
): Promise<void> {
  const rows = await loadAll(queries, loadBulletins(id, filter));
  saveCsv(`${toFileName(name, "clan")}-bulletins`, rows, fileColumns);
}

/** For everybody who only reads: how each begins. */
function ReadingList({ bulletins }: { bulletins: Bulletin[] }) {
  return (
    <Stack as="ul" gap={3} className={styles.reading} aria-label={label}>
      {bulletins.map((bulletin) => (
        <Surface as="li" key={bulletin.id}>
          <strong>
            <BulletinLink bulletin={bulletin} />
          </strong>
          <Marks bulletin={bulletin} />
          <BulletinContent html={toExcerpt(bulletin.content)} />
          <Muted as="p">
            <Moment iso={bulletin.posted_at} otherwise="" />
          </Muted>
        </Surface>
      ))}
    </Stack>
  );
}

interface BulletinToolsProps {
  /** The first bulletin is written further down. */
  count: number;
  onShow: DialogParams["set"];
}

function BulletinTools({ count, onShow }: BulletinToolsProps) {
  const isFull = count >= bulletinsMax;
  return (
    <ListTools count={isFull && `Limit reached (${bulletinsMax}). Delete one to add another.`}>
      <Button onClick={() => onShow({ show: "bin" })}>Bin</Button>
      {count > 0 && <AddButton label="New bulletin" disabled={isFull} onClick={() => onShow({ make: "1" })} />}
    </ListTools>
  );
}

/** What could not be done, and what helps where a bulletin has its own reason. */
function ActionError({ error }: { error: unknown }) {
  if (error instanceof ApiError && error.details.some(({ path }) => path === "expires_at")) {
    return (
      <Notice role="alert" tone="danger">
        Nothing was changed: its expiry has passed. Edit it and choose a later one.
      </Notice>
    );
  }
  return <ListError error={error} />;
}

/** What a clan without bulletins is shown: how to write the first one, or who does. */
function NoBulletins({ onMake }: { onMake: (() => void) | null }) {
  if (onMake === null) {
    return (
      <EmptyState title="No bulletins yet">
        Once your clan’s owner or a maintainer has news for you, you will read it here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Write your first bulletin"
      actions={
        <Button variant="primary" onClick={onMake}>
          Write a bulletin
        </Button>
      }
    >
      Tell your clan what is on: a raid tonight, a new rule, who joined. Members read it here and on their dashboard.
    </EmptyState>
  );
}

type BulletinActions = ReturnType<typeof useBulletinActions>;

interface Step {
  input: BulletinAction;
  /** What is said once it is done. */
  message: (title: string) => string;
  /** How it is taken back, where that is possible. */
  undo?: (done: Bulletin) => Step;
}

/** What is done to bulletins at once, each with a message and a way back where there is one. */
function useBulletinActions(clanId: string) {
  const action = useBulletinAction(clanId);
  const undoing = useBulletinAction(clanId);
  const sayDone = ({ message, undo }: Step, done: Bulletin): void =>
    showToast({ kind: "success", message: message(done.title), ...(undo && { onUndo: () => takeBack(undo(done)) }) });
  const takeBack = async (step: Step): Promise<void> => sayDone(step, await undoing.mutateAsync(step.input));
  const act = (step: Step) => mutateEach(action, step.input, (done) => sayDone(step, done));
  return {
    error: action.error,
    restore: (bulletin: Bulletin) => act(toRestore(bulletin)),
    publish: (bulletin: Bulletin) => act(toPublish(bulletin)),
    pin: (bulletin: Bulletin, pinned: boolean) =>
      act({
        input: { kind: "change", bulletin, change: { pinned } },
        message: (title) => (pinned ? `${title} pinned` : `${title} unpinned`),
      }),
    remove: (bulletin: Bulletin) =>
      act({ input: { kind: "delete", bulletin }, message: (title) => `${title} is in the bin`, undo: toRestore }),
    withdraw: (bulletin: Bulletin) =>
      act({
        input: { kind: "change", bulletin, change: { publish_at: null, version: bulletin.version } },
        message: (title) => `${title} is a draft again`,
        undo: toPublish,
      }),
    /** The text of an earlier version. */
    restoreVersion: (bulletin: Bulletin, before: BulletinVersion) =>
      act({
        ...toRewrite(bulletin, before, "Earlier version restored"),
        undo: (done) => toRewrite(done, bulletin, "Change undone"),
      }),
  };
}

function toRestore(bulletin: Bulletin): Step {
  return { input: { kind: "restore", bulletin }, message: (title) => `${title} restored` };
}

function toPublish(bulletin: Bulletin): Step {
  const change = { publish_at: earlierMoment(bulletin), version: bulletin.version };
  return { input: { kind: "change", bulletin, change }, message: (title) => `${title} published` };
}

function toRewrite(bulletin: Bulletin, { title, content }: Pick<Bulletin, "title" | "content">, message: string): Step {
  const change = { title, content, version: bulletin.version };
  return { input: { kind: "change", bulletin, change }, message: () => message };
}

interface MenuInput {
  bulletin: Bulletin;
  /** An archived clan's bulletins can be read, but not changed. */
  canEdit: boolean;
  actions: BulletinActions;
  onShow: DialogParams["set"];
}

/** Everything a manager can do to a bulletin in its state. */
function menuItems({ bulletin, canEdit, actions, onShow }: MenuInput): MenuItem[] {
  const { id, state, pinned } = bulletin;
  const show = (what: DialogParams["values"]["show"]) => () => onShow({ bulletin: id, show: what });
  const isWaiting = state === "draft" || state === "scheduled";
  const changes: (MenuItem | false)[] = [
    { label: "Edit", onSelect: show("edit") },
    isWaiting && { label: "Publish now", group: "decide", onSelect: () => actions.publish(bulletin) },
    state === "live" && { label: "Withdraw to draft", group: "decide", onSelect: () => actions.withdraw(bulletin) },
    { label: pinned ? "Unpin" : "Pin", onSelect: () => actions.pin(bulletin, !pinned) },
    { label: "History", group: "open", onSelect: show("history") },
    !isWaiting && { label: "Seen by", group: "open", onSelect: show("seen") },
    { label: "Delete", onSelect: () => actions.remove(bulletin), danger: true },
  ];
  const items: (MenuItem | false)[] = [
    { label: isWaiting ? "Preview" : "Read", group: "open", onSelect: show("") },
    ...(canEdit ? changes : []),
  ];
  return items.filter((item) => item !== false);
}

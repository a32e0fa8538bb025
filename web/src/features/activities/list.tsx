import { mutateEach } from "../../lib/mutations.ts";
import { Surface } from "../../ui/card.tsx";
import { type Activity, activeActivitiesMax, activityBinDays } from "@clanhall/contract/activities";
import type { ClanCard } from "@clanhall/contract/clans";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { activitiesQuery } from "../../domain/activities.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { toFileName } from "../../lib/files.ts";
import { plural } from "../../lib/format.ts";
import { useIsPhone } from "../../lib/media.ts";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { DataList, ReadOnlyNotice } from "../../ui/lists/data-list.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Muted, Stack } from "../../ui/core/layout.tsx";
import { AddButton, ListSection, ListTools, PlainItem, PlainList } from "../../ui/list.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import styles from "./activities.module.css";
import { useExportSet, binQuery, useActivityAction, useOrder } from "./api.ts";
import { activityColumns, activityFileColumns, ActivityMark, labelsOf } from "./columns.tsx";
import { BinDialog } from "../../ui/lists/bin-dialog.tsx";
import { saveCsv } from "../../ui/lists/csv-file.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";

const ActivityForm = lazyDialog(async () => (await import("./form.tsx")).ActivityForm);
const RescoreDialog = lazyDialog(async () => (await import("./dialogs.tsx")).RescoreDialog);
const TemplateDialog = lazyDialog(async () => (await import("./dialogs.tsx")).TemplateDialog);
const CopyDialog = lazyDialog(async () => (await import("./dialogs.tsx")).CopyDialog);
const ActivityImport = lazyDialog(async () => (await import("./dialogs.tsx")).ActivityImport);

type OnOpen = (dialog: OpenDialog) => void;

interface ActivityListProps {
  clan: ClanCard;
  /** The clan date. */
  today: string;
}

/** What a clan counts, in its order, and all that can be done to it. */
export function ActivityList({ clan, today }: ActivityListProps) {
  const query = useQuery(activitiesQuery(clan.id));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const actions = useActivityActions(clan.id);
  const canEdit = mayInClan(clan, "clan.manage");
  const active = query.data?.filter((row) => row.active);
  const archived = query.data?.filter((row) => !row.active) ?? [];
  return (
    <ListSection>
      {canEdit && query.data && <Tools clan={clan} activities={query.data} onOpen={setDialog} />}
      {!canEdit && (
        <ReadOnlyNotice isDeleted={clan.deletes_at !== null}>
          its activities can be read, but not changed.
        </ReadOnlyNotice>
      )}
      <ErrorMessage error={actions.error} />
      <DataList
        label="Active activities in their order"
        what="The activities"
        query={query}
        rows={active}
        columns={activityColumns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        empty={<NoActivities onOpen={canEdit ? setDialog : null} />}
        menu={canEdit ? (row, moves) => menuItems(row, moves, actions, setDialog) : null}
        // The archived ones keep their order behind the others.
        order={canEdit ? (ids) => actions.putInOrder([...ids, ...archived.map(({ id }) => id)]) : null}
      />
      <Archived rows={archived} onReactivate={canEdit ? actions.reactivate : null} />
      {dialog && (
        <ActivityDialogs
          dialog={dialog}
          clan={clan}
          today={today}
          categories={categoriesOf(query.data ?? [])}
          onRestore={actions.restore}
          onClose={() => setDialog(null)}
        />
      )}
    </ListSection>
  );
}

interface ToolsProps {
  clan: ClanCard;
  activities: Activity[];
  onOpen: OnOpen;
}

function Tools({ clan, activities, onOpen }: ToolsProps) {
  const activeCount = activities.filter((row) => row.active).length;
  const isFull = activeCount >= activeActivitiesMax;
  const isPhone = useIsPhone();
  const file = useExportSet(clan.id);
  const name = `${toFileName(clan.name, "clan")}-activities`;
  const save = () => file.isPending || file.mutate(`${name}-${new Date().toISOString().slice(0, 10)}.json`);
  const saveList = () => saveCsv(name, activities, activityFileColumns);
  return (
    <>
      <ListTools
        count={
          <>
            {activeCount} of {activeActivitiesMax} active
            {isFull && ". To add another, archive one first."}
          </>
        }
      >
        <Menu
          label="More for activities"
          trigger={isPhone ? undefined : <Button>More ▾</Button>}
          items={[
            { label: "Apply a game’s template", onSelect: () => onOpen({ kind: "template" }) },
            { label: "Copy from another clan", onSelect: () => onOpen({ kind: "copy" }) },
            { label: "Import file", group: "share", onSelect: () => onOpen({ kind: "import" }) },
            { label: "Export file", group: "share", onSelect: save },
            ...(activities.length > 0 ? [{ label: "Export CSV", group: "share" as const, onSelect: saveList }] : []),
            { label: "Bin", group: "open", onSelect: () => onOpen({ kind: "bin" }) },
          ]}
        />
        <AddButton label="Add activity" disabled={isFull} onClick={() => onOpen({ kind: "add" })} />
      </ListTools>
      <ErrorMessage error={file.error} />
    </>
  );
}

/** A new clan counts nothing yet; these are the next steps. */
function NoActivities({ onOpen }: { onOpen: OnOpen | null }) {
  return (
    <EmptyState
      title="No activities yet"
      actions={
        onOpen && (
          <>
            <Button variant="primary" onClick={() => onOpen({ kind: "add" })}>
              Add the first one
            </Button>
            <Button onClick={() => onOpen({ kind: "template" })}>Apply a game’s template</Button>
          </>
        )
      }
    >
      An activity is one thing your clan counts each day: donations, raids, attacks. Every player earns its points.
    </EmptyState>
  );
}

interface ArchivedProps {
  rows: Activity[];
  /** Null for those who only read. */
  onReactivate: ((row: Activity) => void) | null;
}

function Archived({ rows, onReactivate }: ArchivedProps) {
  if (rows.length === 0) return null;
  return (
    <Stack as="section" gap={2} aria-labelledby="archived">
      <h2 id="archived">Archived</h2>
      <Muted as="p">Archived activities are never due. What was entered stays in the history.</Muted>
      <Surface className={styles.archived}>
        <PlainList>
          {rows.map((row) => (
            <PlainItem key={row.id} icon={<ActivityMark row={row} />} title={row.name} note={labelsOf(row)}>
              <Muted>{plural(row.entry_count, "value")}</Muted>
              {onReactivate && (
                <Button onClick={() => onReactivate(row)}>
                  Make active again<span className="visually-hidden"> {row.name}</span>
                </Button>
              )}
            </PlainItem>
          ))}
        </PlainList>
      </Surface>
    </Stack>
  );
}

function categoriesOf(rows: Activity[]): string[] {
  const all = rows.map(({ category }) => category).filter(Boolean);
  return [...new Set(all)].toSorted((a, b) => a.localeCompare(b, "en"));
}

interface ActivityDialogsProps {
  dialog: OpenDialog;
  clan: ClanCard;
  today: string;
  categories: string[];
  onRestore: (row: Activity) => void;
  onClose: () => void;
}

function ActivityDialogs({ dialog, clan, today, categories, onRestore, onClose }: ActivityDialogsProps) {
  const shared = { clanId: clan.id, onClose };
  switch (dialog.kind) {
    case "add":
      return <ActivityForm {...shared} row={null} like={dialog.like} today={today} categories={categories} />;
    case "edit":
      return <ActivityForm {...shared} row={dialog.row} today={today} categories={categories} />;
    case "rescore":
      return <RescoreDialog {...shared} row={dialog.row} today={today} />;
    case "template":
      return <TemplateDialog {...shared} gameId={clan.game?.id ?? null} />;
    case "copy":
      return <CopyDialog {...shared} />;
    case "import":
      return <ActivityImport {...shared} />;
    default:
      return <Bin {...shared} onRestore={onRestore} />;
  }
}

function markOf(row: Activity) {
  return <ActivityMark row={row} />;
}

function Bin({ clanId, ...dialog }: { clanId: string; onRestore: (row: Activity) => void; onClose: () => void }) {
  return (
    <BinDialog
      query={useQuery(binQuery(clanId))}
      days={activityBinDays}
      note={`Deleted activities are kept for ${activityBinDays} days.`}
      icon={markOf}
      nameOf={({ name }) => name}
      describe={labelsOf}
      {...dialog}
    />
  );
}

type ActivityActions = ReturnType<typeof useActivityActions>;

/** What is done to activities at once, each with a message and a way back. */
function useActivityActions(clanId: string) {
  const action = useActivityAction(clanId);
  const undoing = useActivityAction(clanId);
  const order = useOrder(clanId);
  const say = (message: string, onUndo?: () => Promise<void>) =>
    showToast({ kind: "success", message, ...(onUndo && { onUndo }) });
  const act = (kind: Parameters<typeof action.mutate>[0]["kind"], row: Activity, onDone: (saved: Activity) => void) => {
    order.reset();
    mutateEach(action, { kind, row }, onDone);
  };
  const sayActive = ({ name }: Activity) => say(`${name} is active again`);
  const sayRestored = ({ name }: Activity) => say(`${name} restored`);
  const takeBack = (kind: "reactivate" | "restore", row: Activity, onDone: (saved: Activity) => void) => () =>
    undoing.mutateAsync({ kind, row }).then(onDone);
  return {
    error: action.error ?? order.error,
    reactivate: (row: Activity) => act("reactivate", row, sayActive),
    restore: (row: Activity) => act("restore", row, sayRestored),
    archive: (row: Activity) =>
      act("archive", row, (saved) => say(`${row.name} archived`, takeBack("reactivate", saved, sayActive))),
    remove: (row: Activity) =>
      act("delete", row, () => say(`${row.name} deleted`, takeBack("restore", row, sayRestored))),
    /** Settles once the order is kept, or is not. */
    putInOrder: async (ids: string[]) => {
      action.reset();
      await order.mutateAsync(ids).catch(() => undefined);
    },
  };
}

/** What is open above the activities. */
type OpenDialog =
  | { kind: "add"; like?: Activity }
  | { kind: "edit" | "rescore"; row: Activity }
  | { kind: "template" | "copy" | "import" | "bin" };

/** Everything a manager can do to an activity; the moves come from the list. */
function menuItems(
  row: Activity,
  moves: MenuItem[],
  actions: ActivityActions,
  onOpen: (dialog: OpenDialog) => void,
): MenuItem[] {
  const hasEntries = row.entry_count > 0;
  const items: (MenuItem | false)[] = [
    { label: "Edit", onSelect: () => onOpen({ kind: "edit", row }) },
    ...moves,
    { label: "Duplicate", onSelect: () => onOpen({ kind: "add", like: row }) },
    hasEntries && { label: "Re-score", onSelect: () => onOpen({ kind: "rescore", row }) },
    { label: "Archive", onSelect: () => actions.archive(row) },
    !hasEntries && { label: "Delete", onSelect: () => actions.remove(row), danger: true },
  ];
  return items.filter((item) => item !== false);
}

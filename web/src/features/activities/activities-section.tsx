import type { Activity } from "@clanhall/contract/activities";
import type { ClanCard } from "@clanhall/contract/clans";
import { activitiesQuery } from "../../domain/activities.ts";
import { useMediaQuery } from "../../lib/media.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mayInClan } from "../../domain/permissions.ts";
import { Problem } from "../../ui/feedback.tsx";
import { useReorder } from "../../ui/use-reorder.ts";
import { ListLoading } from "../../ui/list-states.tsx";
import list from "../../ui/list.module.css";
import { ActivityCards } from "./activity-cards.tsx";
import { ActivityDialogs, type OpenDialog } from "./activity-dialogs.tsx";
import { ActivityMenu } from "./activity-menu.tsx";
import { NoActivities, ReadOnlyNote } from "./activity-states.tsx";
import { ActivityTable } from "./activity-table.tsx";
import { ActivityTools } from "./activity-tools.tsx";
import { ArchivedActivities } from "./archived-activities.tsx";
import { useActivityActions } from "./use-activity-actions.ts";

interface ActivitiesSectionProps {
  clan: ClanCard;
  /** The clan date. */
  today: string;
}

/** What a clan counts, in its order, and all that can be done to it. */
export function ActivitiesSection({ clan, today }: ActivitiesSectionProps) {
  const activities = useQuery(activitiesQuery(clan.id));
  if (activities.data === undefined)
    return <ListLoading query={activities} what="The activities" rows={6} shape="ordered" />;
  return <LoadedActivities clan={clan} today={today} rows={activities.data} />;
}

function LoadedActivities({ clan, today, rows }: ActivitiesSectionProps & { rows: Activity[] }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const actions = useActivityActions(clan.id);
  const canEdit = mayInClan(clan, "clan.manage");
  const archived = rows.filter(({ active }) => !active);
  const active = rows.filter((row) => row.active);
  return (
    <div className={list.section}>
      {canEdit ? (
        <ActivityTools clan={clan} activeCount={active.length} onOpen={setDialog} />
      ) : (
        <ReadOnlyNote isDying={clan.deletes_at !== null} />
      )}
      <Problem error={actions.problem} />
      {active.length === 0 ? (
        <NoActivities onOpen={canEdit ? setDialog : null} />
      ) : (
        <ActiveList active={active} archived={archived} canEdit={canEdit} actions={actions} onOpen={setDialog} />
      )}
      <ArchivedActivities rows={archived} onReactivate={canEdit ? actions.reactivate : null} />
      {dialog && (
        <ActivityDialogs
          dialog={dialog}
          clan={clan}
          today={today}
          categories={categoriesOf(rows)}
          onRestore={actions.restore}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

interface ActiveListProps {
  active: Activity[];
  archived: Activity[];
  canEdit: boolean;
  actions: ReturnType<typeof useActivityActions>;
  onOpen: (dialog: OpenDialog) => void;
}

function ActiveList({ active, archived, canEdit, actions, onOpen }: ActiveListProps) {
  const isNarrow = useMediaQuery("(max-width: 61.99em)");
  const byId = new Map(active.map((row) => [row.id, row]));
  const reorder = useReorder({
    ids: active.map(({ id }) => id),
    nameOf: (id) => byId.get(id)?.name ?? "",
    // The archived ones have their places behind the others.
    onMove: (ids) => actions.putInOrder([...ids, ...archived.map(({ id }) => id)]),
  });
  const rows = reorder.order.flatMap((id) => byId.get(id) ?? []);
  const menuOf = (row: Activity) => (
    <ActivityMenu row={row} rows={rows} actions={actions} onStep={reorder.step} onOpen={onOpen} />
  );
  const shown = { rows, reorder: canEdit ? reorder : null, menuOf: canEdit ? menuOf : null };
  return (
    <>
      {isNarrow ? <ActivityCards {...shown} /> : <ActivityTable {...shown} />}
      <p className="unseen" aria-live="assertive">
        {reorder.words}
      </p>
    </>
  );
}

function categoriesOf(rows: Activity[]): string[] {
  const all = rows.map(({ category }) => category).filter(Boolean);
  return [...new Set(all)].toSorted((a, b) => a.localeCompare(b, "en"));
}

import type { Profile, WidgetKey } from "@clanhall/contract/account";
import { toWidgetOrder } from "@clanhall/contract/dashboard";
import { useState } from "react";
import { z } from "zod";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { FieldConflict } from "../../ui/core/field.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { Card } from "../../ui/card.tsx";
import { FormErrors, FormFooter, UnsavedGuard } from "../../ui/forms/form-dialog.tsx";
import { ListItem } from "../../ui/list.tsx";
import { showToast } from "../../ui/toasts.ts";
import { useVersionedForm, type VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import { saveProfile, useKeepProfile } from "./api.ts";
import styles from "./account.module.css";

const widgetNames: Record<WidgetKey, string> = {
  scoreboards: "Scoreboards",
  invites: "Member Invites",
  bulletins: "Clan Bulletins",
};

interface Layout {
  order: WidgetKey[];
  hidden: WidgetKey[];
}

const toFields = ({ ui_settings: { dashboard } }: Profile): Layout => ({
  order: toWidgetOrder(dashboard.order),
  hidden: dashboard.hidden,
});

export function DashboardSettings({ profile }: { profile: Profile }) {
  const keep = useKeepProfile();
  const form = useVersionedForm({
    row: profile,
    toFields,
    initial: () => toFields(profile),
    toBody: (dashboard: Layout) => ({ ui_settings: { dashboard } }),
    parts: { ui_settings: ["order", "hidden"] },
    // Nothing in it is typed, so nothing can be wrong.
    schema: z.unknown(),
    labels: { ui_settings: "Dashboard" },
    show: { ui_settings: ({ dashboard }) => layoutText(dashboard) },
    save: async (change) => {
      try {
        return await saveProfile(change);
      } catch (error) {
        if (!hasStatus(error, 409)) {
          showToast({ kind: "error", message: "Failed to save dashboard settings" });
        }
        throw error;
      }
    },
    onSaved: (saved) => {
      keep(saved);
      showToast({ kind: "success", message: "Dashboard settings saved" });
    },
  });
  const conflict = form.conflictOf("order");
  return (
    <Card title="Dashboard" line="What your dashboard shows, and in which order.">
      <form {...form.formProps}>
        <FormErrors form={form} />
        <Widgets form={form} />
        {conflict && <FieldConflict id="dashboard-conflict" label="Dashboard" {...conflict} />}
        <FormFooter form={form} action="Save dashboard" />
      </form>
      <UnsavedGuard form={form} />
    </Card>
  );
}

function layoutText({ order, hidden }: Layout): string {
  const shown = order.filter((key) => !hidden.includes(key)).map((key) => widgetNames[key]);
  return shown.length === 0 ? "everything is hidden" : shown.join(", ");
}

function Widgets({ form: { values, set } }: { form: VersionedForm<Layout> }) {
  const { order, hidden } = values;
  const [message, setMessage] = useState("");
  const move = (key: WidgetKey, step: -1 | 1) => {
    const next = moved(order, key, step);
    set({ order: next });
    setMessage(`${widgetNames[key]} is now ${next.indexOf(key) + 1} of ${next.length}`);
  };
  return (
    <>
      <ol>
        {order.map((key, index) => (
          <ListItem key={key}>
            <span className={styles.widget}>{widgetNames[key]}</span>
            <Checkbox
              label={
                <>
                  Show <span className="visually-hidden">{widgetNames[key]}</span>
                </>
              }
              checked={!hidden.includes(key)}
              onChange={(checked) => set({ hidden: checked ? hidden.filter((one) => one !== key) : [...hidden, key] })}
            />
            <div className={styles.moves}>
              <MoveButton name={widgetNames[key]} step={-1} isEnd={index === 0} onMove={() => move(key, -1)} />
              <MoveButton
                name={widgetNames[key]}
                step={1}
                isEnd={index === order.length - 1}
                onMove={() => move(key, 1)}
              />
            </div>
          </ListItem>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {message}
      </p>
    </>
  );
}

interface MoveButtonProps {
  name: string;
  step: -1 | 1;
  isEnd: boolean;
  onMove: () => void;
}

/** Stays where it is at either end, so that the focus is not lost on the way. */
function MoveButton({ name, step, isEnd, onMove }: MoveButtonProps) {
  return (
    <Button aria-disabled={isEnd} onClick={() => isEnd || onMove()}>
      {step === -1 ? "Move up" : "Move down"} <span className="visually-hidden">{name}</span>
    </Button>
  );
}

function moved(order: WidgetKey[], key: WidgetKey, step: -1 | 1): WidgetKey[] {
  const from = order.indexOf(key);
  return order.toSpliced(from, 1).toSpliced(from + step, 0, key);
}

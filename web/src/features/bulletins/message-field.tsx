import { type ComponentType, lazy, Suspense } from "react";
import { loadWhenReachable } from "../../lib/load-chunk.ts";
import { FieldConflict } from "../../ui/core/field.tsx";
import type { VersionedForm } from "../../ui/forms/use-versioned-form.ts";
import type { BulletinFields } from "./fields.ts";
import type { BulletinEditorProps } from "./editor/editor.tsx";
import styles from "./bulletins.module.css";

const Editor: ComponentType<BulletinEditorProps> = lazy(async () => ({
  default: await loadWhenReachable(async () => (await import("./editor/editor.tsx")).BulletinEditor),
}));

/** The editor is the heaviest part of all, so the rest of the form does not wait for it. */
export function MessageField({ form }: { form: VersionedForm<BulletinFields> }) {
  const { value, error, conflict, onChange } = form.select("content");
  return (
    <div>
      <Suspense fallback={<EditorLoading />}>
        <Editor label="Message" value={value} error={error} onChange={onChange} />
      </Suspense>
      {conflict && <FieldConflict id="message-conflict" label="Message" {...conflict} />}
    </div>
  );
}

function EditorLoading() {
  return (
    <div className={styles.editorLoading} aria-busy="true">
      <span className="visually-hidden">The editor: loading</span>
    </div>
  );
}

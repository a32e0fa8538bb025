import { type ComponentType, lazy, Suspense } from "react";
import { loadWhenReachable } from "../../lib/load-when-reachable.ts";
import type { BulletinEditorProps } from "./editor/bulletin-editor.tsx";
import styles from "./form.module.css";
import type { BulletinForm } from "./use-bulletin-draft.ts";

const Editor: ComponentType<BulletinEditorProps> = lazy(async () => ({
  default: await loadWhenReachable(async () => (await import("./editor/bulletin-editor.tsx")).BulletinEditor),
}));

/** The editor is the heaviest part of all, so the rest of the form does not wait for it. */
export function MessageField({ form: { fields, problems, set } }: { form: BulletinForm }) {
  return (
    <Suspense fallback={<EditorLoading />}>
      <Editor
        label="Message"
        value={fields.content}
        error={problems.content ?? null}
        onChange={(content) => set({ content })}
      />
    </Suspense>
  );
}

function EditorLoading() {
  return (
    <div className={styles.editorLoading} aria-busy="true">
      <span className="unseen">The editor: loading</span>
    </div>
  );
}

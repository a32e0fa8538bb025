import { bulletinContentMax } from "@clanhall/contract/rules/bulletin-html";
import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { formatNumber } from "../../../lib/format.ts";
import { FieldError, FieldLabel } from "../../../ui/core/field.tsx";
import bulletins from "../bulletins.module.css";
import styles from "./editor.module.css";
import { bulletinExtensions, pasteReader, toDocument, toPastable } from "./schema.ts";
import { EditorToolbar } from "./toolbar.tsx";
import { Row } from "../../../ui/core/layout.tsx";
import { LinkDialog } from "./link-dialog.tsx";

export interface BulletinEditorProps {
  label: string;
  /** HTML. */
  value: string;
  onChange: (html: string) => void;
  error?: string | null | undefined;
}

/** Writes exactly what a bulletin may be made of. */
export function BulletinEditor({ label, value, onChange, error }: BulletinEditorProps) {
  const id = useId();
  const [hasLinkDialog, setHasLinkDialog] = useState(false);
  const openLink = () => setHasLinkDialog(true);
  const editor = useMessageEditor({ id, value, error, onChange, openLink });
  return (
    <div>
      <FieldLabel id={`${id}-label`}>{label}</FieldLabel>
      <div className={styles.frame} data-invalid={error ? true : undefined}>
        <EditorToolbar editor={editor} controls={id} onLink={openLink} />
        <EditorContent editor={editor} />
      </div>
      <MessageLength length={value.length} />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hasLinkDialog && <LinkDialog editor={editor} onClose={() => setHasLinkDialog(false)} />}
    </div>
  );
}

interface MessageEditor extends Omit<BulletinEditorProps, "label"> {
  id: string;
  openLink: () => void;
}

function useMessageEditor({ id, value, error, onChange, openLink }: MessageEditor): Editor {
  const [content] = useState(() => toDocument(value));
  const written = useRef(value);
  const editorProps = useMemo(() => ({ ...pasting, attributes: toAttributes(id, Boolean(error)) }), [id, error]);
  const editor = useEditor({
    content,
    extensions: bulletinExtensions,
    injectCSS: false,
    editorProps,
    onUpdate: (event) => {
      written.current = toMessage(event.editor);
      onChange(written.current);
    },
  });
  useEffect(() => {
    if (value === written.current) return;
    written.current = value;
    editor.commands.setContent(toDocument(value), { emitUpdate: false });
  }, [editor, value]);
  useLinkKey(editor, openLink);
  return editor;
}

const pasting = { transformPastedHTML: toPastable, clipboardParser: pasteReader };

/** Ctrl+K or ⌘K in the text. */
function useLinkKey(editor: Editor, openLink: () => void): void {
  useEffect(() => {
    // Loaded late, the first one may be gone before it is on the page; the next render brings another.
    if (editor.isDestroyed) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      event.stopPropagation();
      openLink();
    };
    const text = editor.view.dom;
    text.addEventListener("keydown", onKeyDown);
    return () => text.removeEventListener("keydown", onKeyDown);
  });
}

/** Empty lines alone are no message. */
function toMessage(editor: Editor): string {
  return editor.getText().trim() === "" ? "" : editor.getHTML();
}

function toAttributes(id: string, isWrong: boolean): Record<string, string> {
  return {
    id,
    class: `${bulletins.content} ${styles.text}`,
    "aria-multiline": "true",
    "aria-labelledby": `${id}-label`,
    ...(isWrong && { "aria-invalid": "true", "aria-describedby": `${id}-error` }),
  };
}

const nearlyFull = bulletinContentMax * 0.9;

function MessageLength({ length }: { length: number }) {
  const isOver = length > bulletinContentMax;
  const warning = isOver ? "The message is too long." : "The message is nearly full.";
  return (
    <Row
      align="stretch"
      justify="between"
      className={styles.length}
      data-near={length >= nearlyFull || undefined}
      data-over={isOver || undefined}
    >
      <span role="status">{length >= nearlyFull && warning}</span>
      <span>
        {formatNumber(length)} of {formatNumber(bulletinContentMax)} characters, formatting included
      </span>
    </Row>
  );
}

import { bulletinContentMax, isBulletinHref, toBulletinLink } from "@clanhall/contract/rules/bulletin-html";
import { type Editor, EditorContent, useEditor } from "@tiptap/react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { formatNumber } from "../../../lib/format.ts";
import { FieldError, fieldFrameStyle, FieldLabel, TextField } from "../../../ui/core/field.tsx";
import bulletins from "../bulletins.module.css";
import styles from "./editor.module.css";
import { EditorToolbar } from "./toolbar.tsx";
import { Row } from "../../../ui/core/layout.tsx";
import { type AnyExtension, getSchema, type JSONContent, Mark, Node } from "@tiptap/core";
import { DOMParser, type ParseOptions } from "@tiptap/pm/model";
import { StarterKit } from "@tiptap/starter-kit";
import { cleanBulletin, renameActiveAttributes } from "../content.tsx";
import { Checkbox } from "../../../ui/core/checkbox.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";

/** What the kit would write beyond a bulletin's tags and attributes. */
const BulletinKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(limit);
  },
});

/** Exactly what a bulletin may be made of, and undo. */
const bulletinExtensions = [
  BulletinKit.configure({
    heading: { levels: [1, 2, 3] },
    horizontalRule: false,
    trailingNode: false,
    dropcursor: { color: false, class: "drop-cursor" },
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      isAllowedUri: isBulletinHref,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
];

const schema = getSchema(bulletinExtensions);

/** HTML as the editor takes it in; it is cleaned here because the editor's own reader of text is closed to our pages. */
function toDocument(html: string): JSONContent {
  return DOMParser.fromSchema(schema).parse(cleanBulletin(html)).toJSON() as JSONContent;
}

function limit(extension: AnyExtension): AnyExtension {
  if (extension instanceof Mark && extension.name === "link") {
    return extension.extend({
      addAttributes: () => ({ href: { default: null }, target: { default: null } }),
      renderHTML: ({ mark }) => ["a", toBulletinLink(mark.attrs.href, mark.attrs.target), 0],
    });
  }
  if (extension instanceof Node && extension.name === "orderedList") {
    // "5. " still starts a list, which counts from one like everywhere else.
    return extension.extend({ addAttributes: () => ({ start: { default: 1, rendered: false, parseHTML: () => 1 } }) });
  }
  if (extension instanceof Node && extension.name === "codeBlock") {
    return extension.extend({
      addAttributes: () => ({ language: { default: null, rendered: false, parseHTML: () => null } }),
      renderHTML: () => ["pre", ["code", 0]],
    });
  }
  return extension;
}

/**
 * Other programs say with styles what is bold, so these are kept for later.
 * Forms go because the names of their fields can hide what the editor asks an element for.
 */
function toPastable(html: string): string {
  return renameActiveAttributes(html).replace(/(?<=<\/?)form\b/giu, "div");
}

/** Reads what is pasted, with the styles that were set aside. */
const pasteReader = {
  parseSlice(pasted: HTMLElement, options: ParseOptions) {
    for (const element of pasted.querySelectorAll<HTMLElement>("[data-style]")) {
      element.style.cssText = element.dataset.style ?? "";
    }
    const target = options.context?.doc.type.schema;
    if (!target) throw new Error("Text can only be pasted into a document");
    return DOMParser.fromSchema(target).parseSlice(pasted, options);
  },
} as unknown as DOMParser;

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
      <div className={`${fieldFrameStyle} ${styles.frame}`}>
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
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
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

/** Where the chosen text leads. No form of its own: it may stand inside of one. */
function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [before] = useState(() => readLink(editor));
  const [address, setAddress] = useState(before.href);
  const [text, setText] = useState("");
  const [opensNew, setOpensNew] = useState(before.opensNew);
  const [error, setError] = useState<string | null>(null);
  const done = (change: () => void) => {
    change();
    onClose();
    editor.commands.focus();
  };
  const save = () => {
    const href = toLinkAddress(address);
    if (href === null) setError("Enter an address that starts with https://, http://, mailto: or tel:.");
    else if (!before.needsText) done(() => changeLink(editor, { href, opensNew }));
    else done(() => addLink(editor, text.trim() || address.trim(), { href, opensNew }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // The form around it must not be sent.
    event.preventDefault();
    save();
  };
  return (
    <Dialog title={before.href ? "Change the link" : "Add a link"} onClose={onClose}>
      <AddressField value={address} error={error} onChange={setAddress} onKeyDown={onKeyDown} />
      {before.needsText && (
        <TextField
          label="Text to show"
          hint="If empty, the address is shown."
          value={text}
          autoComplete="off"
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
      <Checkbox
        label="Open in a new tab"
        checked={opensNew}
        onChange={(isChecked) => setOpensNew(isChecked)}
        onKeyDown={onKeyDown}
      />
      <DialogActions>
        {before.href && <Button onClick={() => done(() => removeLink(editor))}>Remove link</Button>}
        <Button variant="primary" onClick={save}>
          {before.href ? "Save link" : "Add link"}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface AddressFieldProps {
  value: string;
  error: string | null;
  onChange: (address: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function AddressField({ value, error, onChange, onKeyDown }: AddressFieldProps) {
  return (
    <TextField
      label="Address"
      hint="A website, an e-mail address, or a phone number after tel:."
      error={error}
      value={value}
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

interface Link {
  href: string;
  opensNew: boolean;
}

/** The link at the caret; where neither a link nor text is chosen, a new one needs text. */
function readLink(editor: Editor): Link & { needsText: boolean } {
  const { href, target } = editor.getAttributes("link") as { href?: string | null; target?: string | null };
  return { href: href ?? "", opensNew: target === "_blank", needsText: !href && editor.state.selection.empty };
}

function changeLink(editor: Editor, link: Link): void {
  editor.chain().extendMarkRange("link").setLink(toLinkAttributes(link)).run();
}

/** What is typed after it is no part of it. */
function addLink(editor: Editor, text: string, link: Link): void {
  editor
    .chain()
    .insertContent({ type: "text", text, marks: [{ type: "link", attrs: toLinkAttributes(link) }] })
    .unsetMark("link")
    .run();
}

function removeLink(editor: Editor): void {
  editor.chain().extendMarkRange("link").unsetLink().run();
}

function toLinkAttributes({ href, opensNew }: Link): { href: string; target: string | null } {
  return { href, target: opensNew ? "_blank" : null };
}

const domain = /^[^\s/:@?#]+\.[^\s/:@?#.]{2,}(?:[:/?#]\S*)?$/u;
const mailbox = /^[^\s/:@]+@[^\s/:@][^\s/:@.]*\.[^\s/:@]+$/u;

/** Where a typed address leads, with what people leave out in front; null when a bulletin may not lead there. */
export function toLinkAddress(typed: string): string | null {
  const text = typed.trim();
  const address = isBulletinHref(text) ? text : complete(text);
  if (address === null || /\s/u.test(address)) return null;
  return /^(?:mailto|tel):./iu.test(address) || (/^http/iu.test(address) && URL.canParse(address)) ? address : null;
}

function complete(text: string): string | null {
  if (mailbox.test(text)) return `mailto:${text}`;
  return domain.test(text) ? `https://${text}` : null;
}

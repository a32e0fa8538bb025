import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useState } from "react";
import { TextField } from "../../../ui/core/field.tsx";
import { Checkbox } from "../../../ui/core/checkbox.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { isBulletinHref } from "@clanhall/contract/rules/bulletin-html";

/** Where the chosen text leads. No form of its own: it may stand inside of one. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
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
  editor.chain().extendMarkRange("link").setLink(toAttributes(link)).run();
}

/** What is typed after it is no part of it. */
function addLink(editor: Editor, text: string, link: Link): void {
  editor
    .chain()
    .insertContent({ type: "text", text, marks: [{ type: "link", attrs: toAttributes(link) }] })
    .unsetMark("link")
    .run();
}

function removeLink(editor: Editor): void {
  editor.chain().extendMarkRange("link").unsetLink().run();
}

function toAttributes({ href, opensNew }: Link): { href: string; target: string | null } {
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

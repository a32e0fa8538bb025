import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useState } from "react";
import { TextField } from "../../../ui/core/field.tsx";
import { Checkbox } from "../../../ui/core/checkbox.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { addLink, changeLink, readLink, removeLink } from "./edit-link.ts";
import { toLinkAddress } from "./link-address.ts";

/** Where the chosen words lead. No form of its own: it may stand inside of one. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [before] = useState(() => readLink(editor));
  const [address, setAddress] = useState(before.href);
  const [words, setWords] = useState("");
  const [opensNew, setOpensNew] = useState(before.opensNew);
  const [problem, setProblem] = useState<string | null>(null);
  const done = (change: () => void) => {
    change();
    onClose();
    editor.commands.focus();
  };
  const save = () => {
    const href = toLinkAddress(address);
    if (href === null) setProblem("Enter an address that starts with https://, http://, mailto: or tel:.");
    else if (!before.needsWords) done(() => changeLink(editor, { href, opensNew }));
    else done(() => addLink(editor, words.trim() || address.trim(), { href, opensNew }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // The form around it must not be sent.
    event.preventDefault();
    save();
  };
  return (
    <Dialog title={before.href ? "Change the link" : "Add a link"} onClose={onClose}>
      <AddressField value={address} problem={problem} onChange={setAddress} onKeyDown={onKeyDown} />
      {before.needsWords && (
        <TextField
          label="Words to show"
          hint="Without any, the address is shown."
          value={words}
          autoComplete="off"
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
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
  problem: string | null;
  onChange: (address: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function AddressField({ value, problem, onChange, onKeyDown }: AddressFieldProps) {
  return (
    <TextField
      label="Address"
      hint="A website, an e-mail address, or a phone number after tel:."
      error={problem}
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

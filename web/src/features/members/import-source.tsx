import { useState } from "react";
import { FieldLabel } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import styles from "./roster.module.css";

const fileMax = 1024 * 1024;

interface ImportSourceProps {
  text: string;
  onNext: (text: string) => void;
}

export function ImportSource({ text, onNext }: ImportSourceProps) {
  const [typed, setTyped] = useState(text);
  const [problem, setProblem] = useState<string | null>(null);
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > fileMax) {
      setProblem("This file is larger than 1 MB. Save only the columns you need and try again.");
      return;
    }
    onNext(await file.text());
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === "") setProblem("Paste a list first, or choose a file.");
        else onNext(typed);
      }}
    >
      <p>One player a line, or columns copied from a spreadsheet. Nothing is saved before you have seen the check.</p>
      <Textarea
        label="Players"
        rows={8}
        placeholder={"Kara\nBram Ironfoot\nCorvin"}
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div>
        <FieldLabel htmlFor="players-file">Or a CSV file, at most 1 MB</FieldLabel>
        <input
          id="players-file"
          type="file"
          className={styles.file}
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChange={({ currentTarget }) => void readFile(currentTarget.files?.[0])}
        />
      </div>
      <DialogActions>
        <Button type="submit" variant="primary">
          Next
        </Button>
      </DialogActions>
    </form>
  );
}

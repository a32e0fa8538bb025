import { useState } from "react";
import buttons from "../../ui/button.module.css";
import { DialogActions } from "../../ui/dialog.tsx";
import form from "../../ui/form.module.css";
import { TextAreaField } from "../../ui/text-area-field.tsx";
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
      <TextAreaField
        label="Players"
        rows={8}
        placeholder={"Kara\nBram Ironfoot\nCorvin"}
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div>
        <label className={form.label} htmlFor="players-file">
          Or a CSV file, at most 1 MB
        </label>
        <input
          id="players-file"
          type="file"
          className={styles.file}
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChange={({ currentTarget }) => void readFile(currentTarget.files?.[0])}
        />
      </div>
      <DialogActions>
        <button type="submit" className={buttons.primary}>
          Next
        </button>
      </DialogActions>
    </form>
  );
}

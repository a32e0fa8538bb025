import { importBytesMax } from "@clanhall/contract/entry-imports";
import { useState } from "react";
import { ErrorMessage } from "../../../ui/core/notice.tsx";
import { FieldLabel, Form } from "../../../ui/core/field.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import styles from "./import.module.css";
import { PastImports } from "./past-imports.tsx";

interface ImportSourceProps {
  clanId: string;
  error: unknown;
  isPending: boolean;
  onNext: (source: { content: string; fileName: string }) => void;
}

export function ImportSource({ clanId, error, isPending, onNext }: ImportSourceProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const go = (content: string, fileName: string) => {
    if (content.trim() === "") setProblem("Paste some lines first, or choose a file.");
    else if (content.length > importBytesMax) setProblem("This is larger than 4 MB: import it in parts.");
    else onNext({ content, fileName });
  };
  const readFile = async (file: File | undefined) => {
    if (file) go(await file.text(), file.name.slice(0, 200));
  };
  return (
    <>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          go(typed, "");
        }}
      >
        <p>
          Lines with date, player, activity and value, or one line a player with a column for each activity. The first
          line is the header. Nothing is saved before you have seen the check.
        </p>
        <Textarea
          label="Values"
          rows={7}
          placeholder={"Player,Donations,War hit\nKara,250,yes\nBram Ironfoot,180,no"}
          spellCheck={false}
          value={typed}
          error={problem}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div>
          <FieldLabel htmlFor="values-file">Or a CSV file, at most 4 MB</FieldLabel>
          <input
            id="values-file"
            type="file"
            className={styles.file}
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            onChange={({ currentTarget }) => void readFile(currentTarget.files?.[0])}
          />
        </div>
        <ErrorMessage error={error} />
        <DialogActions>
          <Button type="submit" variant="primary" busy={isPending}>
            Next
          </Button>
        </DialogActions>
      </Form>
      <PastImports clanId={clanId} />
    </>
  );
}

import type { JoinPage } from "@clanhall/contract/join-links";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { profileQuery } from "../../domain/profile.ts";
import { errorText } from "../../lib/error-text.ts";
import { signOut } from "../../lib/session.ts";
import { Button } from "../../ui/core/button.tsx";
import { Form, TextField } from "../../ui/core/field.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { joinNamesQuery, myJoinRequestsQuery, sendJoinRequest } from "./api.ts";

interface AskFormProps {
  token: string;
  page: JoinPage;
}

/** Who somebody is in the clan, in their own words or from its list. */
export function AskForm({ token, page }: AskFormProps) {
  const queries = useQueryClient();
  const { data: profile } = useQuery(profileQuery);
  const names = useQuery({ ...joinNamesQuery(token), enabled: page.names === "list" });
  const [isTyping, setTyping] = useState(page.names === "typed");
  const [problem, setProblem] = useState<string | null>(null);
  const listed = names.data ?? [];
  const usesList = page.names === "list" && !isTyping && listed.length > 0;
  const form = useForm({
    rules: {
      key: (value) => (usesList && value === "" ? "Choose your name." : null),
      name: (value) => (!usesList && value.trim() === "" ? "Enter your name in the game." : null),
      answer: (value) => (page.question && value.trim() === "" ? "Answer the question." : null),
      note: () => null,
    },
    send: async ({ key, name, answer, note }) => {
      setProblem(null);
      try {
        await sendJoinRequest(token, { ...(usesList ? { key } : { name }), answer, note });
        await queries.invalidateQueries({ queryKey: myJoinRequestsQuery.queryKey });
      } catch (error) {
        setProblem(errorText(error));
        if (usesList) void names.refetch();
      }
      return undefined;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={problem} wrongFields={form.wrongFields} />
      {usesList ? (
        <Combobox
          label="I am"
          placeholder="Choose your name"
          emptyText="No such name"
          options={listed.map(({ key, name }) => ({ value: key, label: name }))}
          {...form.select("key")}
        />
      ) : (
        <TextField label="Your name in the game" autoComplete="off" maxLength={60} {...form.text("name")} />
      )}
      {page.names === "list" && listed.length > 0 && (
        <Button variant="plain" onClick={() => setTyping(!isTyping)}>
          {isTyping ? "Choose from the list" : "I am not in the list"}
        </Button>
      )}
      {page.question && <TextField label={page.question} autoComplete="off" maxLength={300} {...form.text("answer")} />}
      <TextField label="Note to the officers (optional)" autoComplete="off" maxLength={300} {...form.text("note")} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        Ask to join
      </Button>
      <Row between>
        <Muted>{profile ? `You continue as ${profile.email ?? profile.display_name}` : ""}</Muted>
        <Button variant="plain" onClick={() => void signOut()}>
          Use another account
        </Button>
      </Row>
    </Form>
  );
}

import { bulletinContentMax, bulletinTags } from "@clanhall/contract/bulletin-html";
import { invalidField } from "../../errors.ts";
import { defineTask } from "../../workers/task.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import type { cleanContentTask } from "./sanitize.ts";

const task = defineTask<typeof cleanContentTask>(new URL("./sanitize.ts", import.meta.url), "cleanContentTask");

/** What is stored of a message, whoever sent it; refused where that would be too much, or nothing of what was said. */
export async function toStoredContent(workers: WorkerPool, userId: string, html: string): Promise<string> {
  const content = await workers.run(task, html, { account: userId });
  if (content === "" && !isBlank(html)) {
    throw invalidField("content", "Nothing is left of this message once what cannot be stored is taken away.");
  }
  if (Array.from(content).length > bulletinContentMax) {
    throw invalidField("content", `The message may have at most ${bulletinContentMax} characters.`);
  }
  return content;
}

/** Whether a message has no words to begin with: nothing at all, or an editor's empty paragraphs. */
export function isBlank(html: string): boolean {
  return html.replace(emptyMarkup, "").trim() === "";
}

const emptyMarkup = new RegExp(`</?(?:${bulletinTags.join("|")})(?:[\\s/][^<>]*)?>|&nbsp;`, "gi");

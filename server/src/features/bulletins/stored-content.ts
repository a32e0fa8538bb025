import { bulletinContentMax, bulletinTags } from "@clanhall/contract/rules/bulletin-html";
import { invalidField } from "../../errors.ts";
import { defineTask } from "../../workers/task.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import type { cleanContentTask } from "./sanitize.ts";

const task = defineTask<typeof cleanContentTask>(new URL("./sanitize.ts", import.meta.url), "cleanContentTask");

/** The message as it is stored; refused if it is too long, or if nothing is left of it. */
export async function toStoredContent(workers: WorkerPool, userId: string, html: string): Promise<string> {
  const content = await workers.run(task, html, { account: userId });
  if (content === "" && !isBlank(html)) {
    throw invalidField("content", "The message is empty after unsupported content was removed.");
  }
  if (Array.from(content).length > bulletinContentMax) {
    throw invalidField("content", `The message may have at most ${bulletinContentMax} characters.`);
  }
  return content;
}

/** Whether a message has no text: nothing at all, or an editor's empty paragraphs. */
export function isBlank(html: string): boolean {
  return html.replace(emptyMarkup, "").trim() === "";
}

const emptyMarkup = new RegExp(`</?(?:${bulletinTags.join("|")})(?:[\\s/][^<>]*)?>|&nbsp;`, "gi");

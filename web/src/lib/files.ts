import type { CallInput, Endpoint } from "@clanhall/contract/endpoint";
import { call } from "./api-client.ts";

/** Hands a file made here to the person, as if it had been downloaded. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** What a file is named after; letters and digits of any script, nothing else is safe in its name. */
export function toFileName(name: string, fallback: string): string {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return plain.toLowerCase() || fallback;
}

/** Gets a file from the server and hands it to the person. Gathering much may take a while. */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>, name: string): Promise<void> {
  const file: unknown = await call(endpoint, input, { asFile: true, timeoutMs: 120_000 });
  saveFile(name, file as Blob, endpoint.content ?? "");
}

import type { CallInput, Endpoint } from "@clanhall/contract/endpoint";
import { call } from "./api-client.ts";
import { saveFile } from "./save-file.ts";

/** Gets a file from the server and hands it to the person. Gathering much may take a while. */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>, name: string): Promise<void> {
  const file: unknown = await call(endpoint, input, { asFile: true, timeoutMs: 120_000 });
  saveFile(name, file as Blob, endpoint.content ?? "");
}

import type { gameDraft } from "@clanhall/contract/admin-games";
import type { z } from "zod";

/** A game as the table takes it: lists are written as text. */
export function toColumns({ servers, templates, ...fields }: Partial<z.output<typeof gameDraft>>) {
  return {
    ...fields,
    ...(servers && { servers: JSON.stringify(servers) }),
    ...(templates && { templates: JSON.stringify(templates) }),
  };
}

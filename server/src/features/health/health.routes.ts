import { getHealth } from "@clanhall/contract/system";
import { ApiError } from "../../errors.ts";
import type { Routes } from "../../http/route.ts";
import { version } from "../../version.ts";
import { askDatabase } from "./health.queries.ts";

/** Milliseconds; whoever asks is to have the answer within half a second. */
const patience = 400;

/** Callers at the same moment share one question to the database, so that a crowd of polling tabs costs one. */
export const healthRoutes: Routes = (route, db) => {
  let asking: Promise<boolean> | null = null;

  route(getHealth, async () => {
    asking ??= answersInTime(askDatabase(db)).finally(() => {
      asking = null;
    });
    if (!(await asking)) throw new ApiError("unavailable", "The database does not answer", { retryAfter: 2 });
    return { status: "ok", version, database: "ok" };
  });
};

async function answersInTime(question: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  const answered = question.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

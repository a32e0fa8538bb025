import { endSelf } from "./clean-up.ts";
import { type Order, send } from "./messages.ts";
import { reasonOf, type Unit } from "./unit.ts";

/** The process that measures: one unit after the other, until the first that fails. It is ended by whoever started it. */
export async function serveUnits(units: Unit[], { ids, isMany, rounds, folder }: Order): Promise<void> {
  process.on("disconnect", () => endSelf(folder));
  const fail = (error: unknown) => send({ kind: "failed", why: reasonOf(error) });
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  for (const id of ids) {
    const unit = units.find((candidate) => candidate.id === id);
    send({ kind: "began", id });
    try {
      if (!unit) throw new Error(`there is no ${id}`);
      send({ kind: "done", figures: await unit.measure(isMany, rounds) });
    } catch (error) {
      fail(error);
      return;
    }
  }
}

/** As many as the server lets an account have under way; a third would be refused. */
const atOnce = 2;

/** Lets calls that cost the server much go out two at a time: a page may ask for more than that at once. */
export function createHeavyCalls() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The turn is handed on without being given up, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

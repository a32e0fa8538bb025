import { type ClientRequest, get } from "node:http";

/** Asks for event streams, all at once, and holds those it gets. */
export function openStreams(urls: string[], headers: Record<string, string> = {}) {
  const asked: ClientRequest[] = [];
  const answers: Record<string, number> = {};
  const count = (answer: string | number) => (answers[answer] = (answers[answer] ?? 0) + 1);
  let open = 0;
  for (const url of urls) {
    const request = get(url, { agent: false, headers }, (answer) => {
      count(answer.statusCode ?? 0);
      answer.on("error", () => undefined).resume();
      if (answer.statusCode !== 200) return;
      open += 1;
      answer.once("close", () => (open -= 1));
    });
    request.once("error", ({ message }) => count(message));
    asked.push(request);
  }
  return {
    /** How many there are of each answer. */
    answers,
    countOpen: () => open,
    countAnswered: () => Object.values(answers).reduce((sum, times) => sum + times, 0),
    close: () => asked.forEach((request) => request.destroy()),
  };
}

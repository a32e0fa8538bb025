import { ApiError } from "../errors.ts";

/** What a worker sends back. Errors lose their class on the way between threads, so ours travel as values. */
export type TaskAnswer<Result> =
  | { value: Result }
  | { error: { code: ApiError["code"]; message: string; extras: ApiError["extras"] } };

/** Makes a function one that a worker can run: its file exports the result, and `defineTask` names file and export. */
export function asTask<Input, Result>(work: (input: Input) => Result | Promise<Result>) {
  return async (input: Input): Promise<TaskAnswer<Result>> => {
    try {
      return { value: await work(input) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, message, extras } = error;
      return { error: { code, message, extras } };
    }
  };
}

type AnyTask = (input: never) => Promise<TaskAnswer<unknown>>;

/** A function of a file that runs in a worker thread. */
export interface Task<Work extends AnyTask> {
  file: string;
  name: string;
  /** After so long it is stopped, with its thread. */
  timeLimitMs: number;
  /** Only there for the types. */
  work?: Work;
}

export type InputOf<Work extends AnyTask> = Parameters<Work>[0];
export type ResultOf<Work extends AnyTask> = Extract<Awaited<ReturnType<Work>>, { value: unknown }>["value"];

export function defineTask<Work extends AnyTask>(file: URL, name: string, timeLimitMs = 20_000): Task<Work> {
  return { file: file.href, name, timeLimitMs };
}

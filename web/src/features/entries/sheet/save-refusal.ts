import { CallError, hasStatus, wantsSecondFactor } from "../../../lib/call-error.ts";
import { problemText } from "../../../lib/problem-text.ts";

interface SaveRefusal {
  /** What is wrong with single cells, by their place in the call. */
  ofCells: ReadonlyMap<number, string>;
  /** What is wrong with all of them; null when the others can be sent without those. */
  ofAll: string | null;
  /** It did not get as far as being looked at: it goes out again when that is possible. */
  isHeld: boolean;
  /** Seconds until another try makes sense by itself. */
  retryAfter: number | null;
  /** What is known of the day is no longer true. */
  isStale: boolean;
}

/** What a call that was refused means for the cells in it. */
export function readRefusal(error: unknown): SaveRefusal {
  const isHeld = !(error instanceof CallError) || isPassing(error);
  const ofCells = error instanceof CallError && error.status === 400 ? cellProblems(error) : new Map<number, string>();
  return {
    ofCells,
    ofAll: ofCells.size > 0 ? null : isHeld ? heldText(error) : problemText(error),
    isHeld,
    retryAfter: hasStatus(error, 429) ? ((error as CallError).retryAfter ?? 10) : null,
    isStale: hasStatus(error, 403, 404, 423) && !isHeld,
  };
}

/** A server that fails over one save would fail over it again: that is for the person to decide. */
function isPassing(error: CallError): boolean {
  const { status } = error;
  return status === undefined || status > 500 || status === 401 || status === 429 || wantsSecondFactor(error);
}

function heldText(error: unknown): string {
  if (hasStatus(error, 401) || wantsSecondFactor(error)) return "Not saved yet: log in again and it will be.";
  if (hasStatus(error, 429)) return "Not saved yet: too many saves at once. It goes out again by itself.";
  return "Not saved yet: we got no answer. It goes out again once there is a connection.";
}

function cellProblems({ details }: CallError): Map<number, string> {
  return new Map(
    details.flatMap(({ path, message }) => {
      const index = /^entries\.(\d+)(?:\.|$)/.exec(path)?.[1];
      return index === undefined ? [] : [[Number(index), message] as const];
    }),
  );
}

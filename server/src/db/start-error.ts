/** A reason not to go on that whoever runs Clanhall can mend; its message is shown as it stands, without a stack. */
export class StartError extends Error {}

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

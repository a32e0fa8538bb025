/** What was said on the console during the running test. Kept apart from the setup, which is loaded anew for every file. */
export const complaints: unknown[][] = [];

/** For the few tests about a warning: takes it, so that it does not fail the test. */
export function takeComplaints(): unknown[][] {
  return complaints.splice(0);
}

/** The auth client counts the pages that were opened before in this process, and says so with every further one. */
export function isComplaint([message]: unknown[]): boolean {
  return !String(message).includes("Multiple GoTrueClient instances");
}

import { createSecrets, toSealingKey } from "../access/secrets.ts";

/** The CLANHALL_SECRET of test installations; the word is spelled out so that nobody takes it for a leaked one. */
export const testSecret = "test installations seal with these words";

export const testSecrets = createSecrets([toSealingKey(testSecret)]);

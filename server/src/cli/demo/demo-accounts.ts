/** Whoever can be signed in as; in each of the clans they have the role that they are called by. */
export const demoAccounts = {
  owner: { email: "owner@example.com", name: "Juno" },
  maintainer: { email: "maintainer@example.com", name: "Tariq" },
  member: { email: "member@example.com", name: "Linnea" },
  admin: { email: "admin@example.com", name: "Robin" },
} as const;

/** No secret: it is printed at every start. */
export const demoPassword = "five owls before dawn";

/** Granted at the very end, so that it tells a whole demo from one that was interrupted. */
export const demoNote = "administers the demo";

import { tellBoards } from "../../../events/tell-boards.ts";
import { anonymiseAccount, lockMembersOf } from "../../account/deletion.queries.ts";
import { listClansPlayedIn } from "../../account/profile.queries.ts";
import { listClansToHandOver } from "../../clans/stranded.queries.ts";
import { refusal, requireNoAppAdmin, requireSomebodyElse, type UserAction } from "./act-on-user.ts";

/** At once and for good, as the end of an account that its owner asked for is after the grace. */
export const anonymiseAction: UserAction = {
  name: "user.anonymise",
  async act(scene) {
    const { tx, user, now } = scene;
    requireSomebodyElse(scene, "You cannot anonymise yourself. Delete your account in Account.");
    await requireNoAppAdmin(scene);
    await lockMembersOf(tx, user.id);
    const clans = await listClansToHandOver(tx, user.id);
    if (clans.length > 0) {
      const names = new Intl.ListFormat("en").format(clans);
      throw refusal(`They own ${names}, which others could take over. Suspend them, hand it over, then try again.`);
    }
    await tellBoards(tx, await listClansPlayedIn(tx, user.id));
    await anonymiseAccount(tx, user, now);
    return {};
  },
};

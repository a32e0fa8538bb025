import type { z } from "zod";
import type { Db } from "../../../db/tables.ts";
import { toUserAnswer } from "../user-answer.ts";
import type { usersQuery } from "./inputs.ts";
import { listFactorsOf, listIdentitiesOf, listUsersPage } from "./queries.ts";

export async function loadUsersPage(db: Db, query: z.output<typeof usersQuery>) {
  const { users, total } = await listUsersPage(db, query);
  const ids = users.map(({ id }) => id);
  const [identities, factors] = await Promise.all([listIdentitiesOf(db, ids), listFactorsOf(db, ids)]);
  const answers = users.map((user) => {
    const isTheirs = ({ user_id }: { user_id: string }) => user_id === user.id;
    return toUserAnswer(user, identities.filter(isTheirs), factors.filter(isTheirs));
  });
  return { users: answers, total };
}

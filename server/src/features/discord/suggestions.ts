import { canInClan } from "@clanhall/contract/permissions";
import { foldText } from "@clanhall/contract/rules/fold-text";
import { toTidyText } from "@clanhall/contract/text";
import type { ClanActor } from "../../access/actor.ts";
import { listActivities } from "../../clan/activities.ts";
import type { Db } from "../../db/tables.ts";
import { findMainBoards, listActiveBoards, loadStandings } from "../scoreboards/index.ts";
import { clip } from "../webhooks/index.ts";
import { type BotDeps, type Call, findActor, listClansHere, mayEnter, requireCaller } from "./callers.ts";
import { type Choice, type Outcome, Refusal } from "./message.ts";
import { listActivePlayers } from "./queries.ts";

const choicesMax = 25;

/** What an option offers while it is typed, to the same people as the command itself; nothing to all others. */
export async function suggest({ db }: BotDeps, call: Call): Promise<Outcome> {
  const { interaction } = call;
  const typed = foldText(toTidyText(interaction.options.get(interaction.focused ?? "") ?? ""));
  const all = await listChoices(db, call).catch((error: unknown) => {
    if (error instanceof Refusal) return [];
    throw error;
  });
  const fitting = all.filter(({ name }) => name.trim() !== "" && foldText(name).includes(typed));
  const choices = fitting.slice(0, choicesMax).map(({ name, value }) => ({ name: clip(name, 100), value }));
  return { kind: "choices", choices };
}

async function listChoices(db: Db, call: Call): Promise<Choice[]> {
  const { interaction } = call;
  if (interaction.focused === "clan") {
    const actor = await findActor(db, call);
    return actor ? (await listClansHere(db, interaction, actor.userId)).map(toChoice) : [];
  }
  const { actor } = await requireCaller(db, call, interaction.name === "enter" ? "entry.write" : "clan.view");
  if (interaction.focused === "player") return listPlayers(db, actor, interaction.name);
  if (interaction.focused === "board") {
    return (await listActiveBoards(db, actor.clanId)).map(({ id, title }) => ({ name: title, value: id }));
  }
  if (interaction.focused === "activity") {
    const activities = await listActivities(db, actor.clanId);
    return activities.filter((activity) => activity.is_active && mayEnter(actor, activity)).map(toChoice);
  }
  if (interaction.focused === "period") return listPeriods(db, actor, call);
  return [];
}

function toChoice({ id, name }: { id: string; name: string }): Choice {
  return { name, value: id };
}

/** Only players for whom the command would work. */
async function listPlayers(db: Db, actor: ClanActor, command: string): Promise<Choice[]> {
  const action = command === "rank" ? "values.view" : command === "away" ? "member.manage" : "clan.manage";
  if (!canInClan(actor.role, action, actor.toggles)) return [{ name: actor.name, value: actor.memberId }];
  return (await listActivePlayers(db, actor.clanId)).map(toChoice);
}

async function listPeriods(db: Db, actor: ClanActor, { interaction, now }: Call): Promise<Choice[]> {
  const named = interaction.options.get("board");
  const board =
    named === undefined
      ? (await findMainBoards(db, [actor.clanId])).get(actor.clanId)
      : (await listActiveBoards(db, actor.clanId)).find(({ id }) => id === named);
  if (!board) return [];
  const { earlier } = await loadStandings(db, board, { period: null, seesValues: false }, now);
  return earlier.map(({ from, label }) => ({ name: label, value: from }));
}

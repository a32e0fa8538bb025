import { createHash } from "node:crypto";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import type { DiscordBot } from "../webhooks/index.ts";
import { hasCommands, lockCommands, saveCommands } from "./queries.ts";

const text = 3;
const inServer = [0];
const everywhere = [0, 1];

const option = (name: string, description: string, more: object = {}) => ({
  type: text,
  name,
  description,
  required: false,
  ...inEnglish(name, description),
  ...more,
});
const suggested = { autocomplete: true };
/** Names are the same in both, and given for both: Discord's own choice among languages surprises otherwise. */
function inEnglish(name: string, description: string) {
  return {
    name_localizations: { "en-US": name, "en-GB": name },
    description_localizations: { "en-US": description, "en-GB": description },
  };
}

const clan = option("clan", "Which clan, if you are in several here", suggested);
const player = option("player", "Whose; yours without it", suggested);
const board = option("board", "Which scoreboard; the main one without it", suggested);
const day = option("day", "A date such as 2026-11-12, today or yesterday");
const showTo = (names: [name: string, value: string][]) =>
  option("show", "Who sees the answer", { choices: names.map(([name, value]) => ({ name, value })) });

/** Everybody may call each of them in Discord; what they may do is the clan's own business. */
const command = (name: string, description: string, contexts: number[], options: object[] = []) => ({
  type: 1,
  name,
  description,
  ...inEnglish(name, description),
  options,
  default_member_permissions: null,
  contexts,
});

const commands = [
  command("me", "How you are doing: rank, points this week, what is still due", everywhere, [clan]),
  command("rank", "Your rank on a scoreboard, or someone else's", inServer, [player, board, clan]),
  command("today", "What is still missing today", inServer, [
    day,
    showTo([
      ["only me", "me"],
      ["everyone", "everyone"],
    ]),
    clan,
  ]),
  command("board", "A scoreboard with its top ten", inServer, [
    board,
    option("period", "An earlier week or month", suggested),
    showTo([
      ["everyone", "everyone"],
      ["only me", "me"],
    ]),
    clan,
  ]),
  command("enter", "Enter a value", inServer, [
    option("activity", "What was done", suggested),
    option("value", "Such as 250, +5, 1.5k, yes or x for excused"),
    player,
    day,
    clan,
  ]),
  command("away", "Say that you are away", inServer, [
    option("from", "The first day: a date, today or tomorrow", { required: true }),
    option("to", "The last day", { required: true }),
    option("reason", "For the officers alone"),
    player,
    clan,
  ]),
  command("link", "Link your account or connect this channel, with a code from Clanhall", everywhere, [
    option("code", "The code that Clanhall shows", { required: true }),
  ]),
  command("help", "What I can do for you", everywhere),
];

export const commandsHash = createHash("sha256").update(JSON.stringify(commands)).digest("hex").slice(0, 32);

/** Tells Discord of the commands if they are not those it knows. Of several instances that start, one does. */
export function registerCommands(db: Db, bot: DiscordBot, log: Log, isForced = false): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockCommands(tx);
    if (!isForced && (await hasCommands(tx, bot.app.id, commandsHash))) return true;
    const { status } = await bot.call({
      method: "PUT",
      path: `/applications/${bot.app.id}/commands`,
      body: commands,
    });
    if (status < 200 || status >= 300) {
      log.warn({ status }, "Discord did not take the commands; they are registered at the next start");
      return false;
    }
    await saveCommands(tx, bot.app.id, commandsHash);
    return true;
  });
}

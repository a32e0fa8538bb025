import { setTimeout as wait } from "node:timers/promises";
import { canInClan } from "@clanhall/contract/permissions";
import { createCounter, take } from "../../access/counters.ts";
import { createRateLimitStore } from "../../access/queries.ts";
import { requireInClan } from "../../access/authorize.ts";
import { isDatabaseAway as isAway } from "../../db/wait-for-database.ts";
import { ApiError } from "../../errors.ts";
import { clip, escapeMarkdown } from "../webhooks/index.ts";
import { type BotDeps, type Call, findActor, listClansHere } from "./callers.ts";
import { enter, goAway, openOwnForm, overwrite, showToday, takeForm, undo } from "./entries.ts";
import { type Interaction, kinds } from "./interaction.ts";
import { createLinkCommand } from "./links.ts";
import { embed, explainRefusal, type Message, type Outcome, Refusal, say, texts } from "./message.ts";
import { noteInteraction } from "./queries.ts";
import { showBoard, showMe, showRank, showWhere } from "./standings.ts";
import { suggest } from "./suggestions.ts";

/** Discord waits three seconds; what takes longer than this is announced and follows. */
const deadlineMs = 1_800;
const ephemeral = 64;

interface DiscordCounts {
  answered: number;
  deferred: number;
  failed: number;
  replayed: number;
  refused: number;
}

export type Responder = ReturnType<typeof createResponder>;

/** Works out what is answered to an interaction whose signature is right. */
export function createResponder(deps: BotDeps, { deadline = deadlineMs }: { deadline?: number } = {}) {
  const { db } = deps;
  const store = createRateLimitStore(db);
  const perUser = createCounter(store, { name: "discord_user", points: 20, seconds: 60 });
  const perServer = createCounter(store, { name: "discord_server", points: 120, seconds: 60 });
  const perTyping = createCounter(store, { name: "discord_typing", points: 120, seconds: 60 });
  const handlers = createHandlers(deps);
  const counts: DiscordCounts = { answered: 0, deferred: 0, failed: 0, replayed: 0, refused: 0 };
  const followUps = createFollowUps(deps);

  async function admit({ user, guildId, type }: Interaction): Promise<number> {
    if (type === kinds.autocomplete) return (await take(perTyping, user.id)).wait;
    const ofUser = (await take(perUser, user.id)).wait;
    return ofUser === 0 && guildId ? (await take(perServer, guildId)).wait : ofUser;
  }

  async function handle(call: Call): Promise<Outcome> {
    const { interaction, requestId } = call;
    try {
      const seconds = await admit(interaction);
      if (seconds > 0) throw new Refusal(texts.tooFast(seconds));
      return await handlers(call);
    } catch (error) {
      if (interaction.type === kinds.autocomplete) return { kind: "choices", choices: [] };
      if (error instanceof Refusal) return say(error.message);
      if (error instanceof ApiError && error.status < 500) return say(escapeMarkdown(explainRefusal(error)));
      counts.failed += 1;
      deps.log.error({ err: error, requestId }, "an interaction of Discord failed");
      return say(isDatabaseAway(error) ? texts.away : texts.failed(requestId));
    }
  }

  function defer(interaction: Interaction, isPublic: boolean, work: Promise<Message | null>): object {
    counts.deferred += 1;
    followUps.keep(work.then((message) => (message ? followUps.send(interaction, message) : undefined)));
    return { type: 5, data: isPublic ? {} : { flags: ephemeral } };
  }

  /** Null for one that came before. */
  async function handleOnce(call: Call): Promise<Outcome | null> {
    try {
      if (await noteInteraction(db, call.interaction.id)) return await handle(call);
      counts.replayed += 1;
      return null;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      return say(texts.away);
    }
  }

  /** The work of an outcome that takes long; what goes wrong there is said like anywhere else. */
  async function load(call: Call, work: () => Promise<Message>): Promise<Message> {
    try {
      return await work();
    } catch (error) {
      counts.failed += 1;
      deps.log.error({ err: error, requestId: call.requestId }, "an answer to Discord failed");
      return { content: isDatabaseAway(error) ? texts.away : texts.failed(call.requestId) };
    }
  }

  return {
    counts: () => counts,
    settle: followUps.settle,
    /** Null for one that came before. */
    async respond(call: Call): Promise<object | null> {
      const { interaction } = call;
      if (interaction.type === kinds.ping) return { type: 1 };
      if (interaction.type === kinds.autocomplete) return toAnswer(await suggestInTime(handle(call)));
      // A database that is slow to say whether it came before must not keep Discord waiting either.
      const work = handleOnce(call);
      const timer = new AbortController();
      const late = wait(deadline, "late" as const, { signal: timer.signal }).catch(() => "late" as const);
      const first = await Promise.race([work, late]);
      timer.abort();
      if (first === null) return null;
      counts.answered += 1;
      if (first === "late") {
        const finished = finish(work, (later) => load(call, later));
        return defer(interaction, isMeantForAll(interaction), finished);
      }
      if (first.kind === "later") return defer(interaction, first.isPublic, load(call, first.load));
      return toAnswer(first);
    },
  };
}

/** Answers that were announced and are still to come. */
function createFollowUps({ bot, log }: BotDeps) {
  const open = new Set<Promise<void>>();
  return {
    keep(work: Promise<void>): void {
      const settled = work.catch((err: unknown) => log.error({ err }, "an answer did not reach Discord"));
      const entry: Promise<void> = settled.then(() => void open.delete(entry));
      open.add(entry);
    },
    /** Edits the announced answer, once; a limit is waited for as long as the token lives. */
    async send({ token }: Interaction, { picture = null, ...fields }: Message): Promise<void> {
      const path = `/webhooks/${bot.app.id}/${encodeURIComponent(token)}/messages/@original`;
      for (let tries = 0; tries < 4; tries++) {
        const message = { ...toData(fields), picture };
        const { status, retryAfter } = await bot.call({ method: "PATCH", path, withoutToken: true, message });
        if (status === 429) await wait(Math.min(retryAfter, 60) * 1000);
        else if (status >= 500 || status === 0) await wait(500);
        else return;
      }
    },
    /** Waits for what is still being worked out, so that a stop loses no answer. */
    settle: async (longestMs = 10_000): Promise<void> => {
      await Promise.race([Promise.all(open), wait(longestMs, undefined, { ref: false })]);
    },
  };
}

function isDatabaseAway(error: unknown): boolean {
  return error instanceof Error && isAway(error);
}

const typingMs = 1_000;

/** Whoever types waits for no suggestion. */
async function suggestInTime(work: Promise<Outcome>): Promise<Outcome> {
  const timer = new AbortController();
  const none: Outcome = { kind: "choices", choices: [] };
  const late = wait(typingMs, none, { signal: timer.signal }).catch(() => none);
  const outcome = await Promise.race([work, late]);
  timer.abort();
  return outcome;
}

/** A form cannot follow what was announced. */
async function finish(work: Promise<Outcome | null>, load: (later: () => Promise<Message>) => Promise<Message>) {
  const outcome = await work;
  if (!outcome) return null;
  if (outcome.kind === "message") return outcome.message;
  if (outcome.kind === "later") return load(outcome.load);
  return { content: "This took too long. Send it again." };
}

function isMeantForAll({ type, name, options }: Interaction): boolean {
  if (type !== kinds.command) return false;
  return (name === "board" && options.get("show") !== "me") || (name === "today" && options.get("show") === "everyone");
}

function toData(message: Message) {
  const { picture: _, content, ...fields } = message;
  return { ...fields, ...(content !== undefined && { content: clip(content, 2000) }), allowed_mentions: { parse: [] } };
}

function toAnswer(outcome: Outcome): object {
  if (outcome.kind === "choices") return { type: 8, data: { choices: outcome.choices } };
  if (outcome.kind === "modal") {
    return { type: 9, data: { custom_id: outcome.customId, title: outcome.title, components: outcome.fields } };
  }
  if (outcome.kind === "later") throw new Error("an answer that takes long is announced first");
  return { type: 4, data: { ...toData(outcome.message), ...(!outcome.isPublic && { flags: ephemeral }) } };
}

type Handler = (call: Call) => Promise<Outcome>;

function createHandlers(deps: BotDeps): Handler {
  const link = createLinkCommand(deps);
  const ofCommand: Record<string, Handler> = {
    me: (call) => showMe(deps, call),
    rank: (call) => showRank(deps, call),
    board: (call) => showBoard(deps, call),
    today: (call) => showToday(deps, call),
    enter: (call) => enter(deps, call),
    away: (call) => goAway(deps, call),
    link,
    help: (call) => showHelp(deps, call),
  };
  const ofButton: Record<string, (call: Call, parts: string[]) => Promise<Outcome>> = {
    where: (call, [boardId = ""]) => showWhere(deps, call, boardId),
    fill: (call, parts) => openOwnForm(deps, call, parts),
    undo: (call, parts) => undo(deps, call, parts),
    over: (call, parts) => overwrite(deps, call, parts),
  };
  return async (call) => {
    const { type, name } = call.interaction;
    if (type === kinds.autocomplete) return suggest(deps, call);
    const [key = "", ...parts] = name.split(":");
    const own = <T>(table: Record<string, T>, wanted: string) =>
      Object.hasOwn(table, wanted) ? table[wanted] : undefined;
    if (type === kinds.command) return (own(ofCommand, name) ?? unknown)(call);
    if (type === kinds.button) return (own(ofButton, key) ?? unknown)(call, parts);
    if (type === kinds.modal && key === "form") return takeForm(deps, call, parts);
    return unknown();
  };
}

async function unknown(): Promise<Outcome> {
  throw new Refusal("I do not know this command any more. Try /help.");
}

/** /help: what the caller may use, and whether the bot knows them. */
async function showHelp({ db }: BotDeps, call: Call): Promise<Outcome> {
  const actor = await findActor(db, call);
  if (!actor) return say(texts.notLinked);
  const clans = await listClansHere(db, call.interaction, actor.userId);
  const members = await Promise.all(clans.map(({ id }) => requireInClan(db, actor, id, "clan.view").catch(() => null)));
  const may = (action: Parameters<typeof canInClan>[1]) =>
    members.some((member) => member !== null && canInClan(member.role, action, member.toggles));
  const lines = [
    "**/me** how you are doing",
    "**/rank** your rank on a scoreboard",
    "**/board** a scoreboard with its top ten",
    may("clan.manage") ? "**/today** who is missing what" : "**/today** what you still have to enter",
    ...(may("entry.write") ? ["**/enter** a value"] : []),
    "**/away** say that you are away",
    "**/link** your account or a channel, with a code",
    "",
    clans.length === 0
      ? "Your Discord account is linked, but no clan of yours is connected here."
      : `Your Discord account is linked. Your clans here: ${clans.map(({ name }) => escapeMarkdown(name)).join(", ")}.`,
  ];
  return { kind: "message", message: { embeds: [embed("What I can do", lines)] } };
}

import type { Command } from "./command.ts";

/** Takes the commands as a function because help is one of them. */
export function createHelp(listCommands: () => Command[]): Command {
  return {
    usage: "help",
    summary: "shows this",
    run(_args, { say }) {
      say(helpText(listCommands()));
      return Promise.resolve();
    },
  };
}

export function helpText(commands: Command[]): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
  return ["Usage: npm run clanhall -- <command>", "", ...lines, "", settingsHint].join("\n");
}

const settingsHint = `The commands work on the database of the settings (DATABASE_URL or CLANHALL_DATA), as the server does.
A backup leaves out the queue of background jobs; Clanhall creates it anew after a restore.`;

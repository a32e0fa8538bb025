import { existsSync, readFileSync, writeFileSync } from "node:fs";

const head = `# Figures

Measured by \`npm run bench -- --write\` and \`npm run drills -- --write\`, each of which replaces its own table; with \`--only\` the rows get a table of their own. Ratios and counts carry over to other machines, times do not.
`;

/** Puts a section of the file in the former one's stead, or at the end. */
export function writeSection(file: string, title: string, text: string): void {
  const before = existsSync(file) ? readFileSync(file, "utf8") : head;
  writeFileSync(file, replaceSection(before, title, text));
}

function replaceSection(before: string, title: string, text: string): string {
  const section = `## ${title}\n\n${text}\n`;
  const sections = before.split(/^(?=## )/m);
  const index = sections.findIndex((part) => part.startsWith(`## ${title}\n`));
  if (index === -1) sections.push(section);
  else sections[index] = section;
  return `${sections.map((part) => part.trimEnd()).join("\n\n")}\n`;
}

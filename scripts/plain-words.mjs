import { basename } from "node:path";

/** Words for which docs/glossary.md has the one that people search for. */
const bannedWords =
  /^(?:wish|scene|desk|deed|doubt|ears|shelf|told|tell|happening|ties|words|look|place|passed|courier|letter|judge|verdict|stranger|aside|lonely|hasty|unseen|overhear|wake|meeting|unite|thing|trouble)(?:s|es|ed|ing)?$/;

/** Names that stand in stored data, in the API, or in a library's own. */
const fixedNames = new Set(["ties", "bulletin_words", "search_words", "deadLetter", "is_aside"]);

/** The first word of a name that is banned; null where there is none. `toldAt` has two words. */
export function findBannedWord(name) {
  if (fixedNames.has(name)) return null;
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.find((word) => bannedWords.test(word)) ?? null;
}

const rule = {
  create(context) {
    const report = (node, name) => {
      const word = findBannedWord(name);
      if (word) context.report({ node, message: `"${word}" in ${name}: docs/glossary.md has the usual word.` });
    };
    return {
      Program: (node) => report(node, basename(context.filename).replace(/\.[^.]+$/, "")),
      Identifier: (node) => report(node, node.name),
    };
  },
};

// Linters load a plugin by its default export.
// oxlint-disable-next-line import/no-default-export
export default { meta: { name: "clanhall" }, rules: { "plain-words": rule } };

import type { PublicName } from "@clanhall/contract/account";
import type { NameDisplay } from "@clanhall/contract/scoreboard-drafts";

export interface NamedPlayer {
  name: string;
  aliases: string[];
  tint: number;
  /** What the player wants strangers to read; null for whoever has no account or never chose. */
  choice: PublicName | null;
}

const hiddenName = "Hidden player";

/** A player as strangers see them. Who hides their name has no colour either. */
export function toPublicPlayer(player: NamedPlayer, display: NameDisplay) {
  return { name: toPublicName(player, display), tint: player.choice === "hidden" ? 0 : player.tint };
}

/** Their own choice first, then the board's. */
function toPublicName({ name, aliases, choice }: NamedPlayer, display: NameDisplay): string {
  const [alias] = aliases;
  if (choice === "hidden") return hiddenName;
  if (choice === "alias") return alias ?? initialsOf(name);
  if (display === "initials") return initialsOf(name);
  return display === "alias" ? (alias ?? name) : name;
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const lettering = /[\p{L}\p{N}]/u;
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{M}]/u;

/** "Bram Ironfoot" becomes "BI". Signs stand for a word only where a name has no letters at all. */
function initialsOf(name: string): string {
  const words = name.normalize("NFC").split(/\s+/u).map(toClusters);
  for (const kind of [lettering, visible]) {
    const firsts = words.flatMap((clusters) => clusters.find((cluster) => kind.test(cluster)) ?? []);
    if (firsts.length > 0) return firsts.slice(0, 2).join("").toUpperCase();
  }
  return "?";
}

/** What a reader takes for one letter, such as an emoji of several people or a letter under its accents. */
function toClusters(word: string): string[] {
  return Array.from(graphemes.segment(word), ({ segment }) => segment);
}

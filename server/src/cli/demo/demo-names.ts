import { toNameKey } from "@clanhall/contract/text";
import { createRandom } from "./demo-random.ts";

const callNames =
  `Aiko Amara Anouk Arjun Aylin Bao Beatriz Bjarne Çağla Chidi Ciarán Dagny Dario Dilnoza Ebba Eero Efua Elif
  Emeka Esra Fatou Femi Fionn Freja Gaspard Gökçe Hana Hedda Hiro Ibrahim Ilse Imani Ingrid Itzel Jarek Jia Joaquín Jørn
  Kaia Kamal Keoni Kofi Laleh Leilani Lucía Łucja Magnus Mahnoor Malik Matéo Mei Milena Minh Nadia Naoki Nia Niamh Noor
  Oksana Olamide Ondřej Oona Paulo Petra Priya Quynh Rafael Rasmus Ravi Rin Rosalía Ruta Saoirse Selma Sanna Sione
  Solveig Søren Svetlin Tadeo Tala Taro Thandi Tomasz Tuuli Uma Valentina Vashti Wanjiru Wim Xochitl Yara Yusuf Zeynep
  Zofia Zuri さくら 小鹿 Дарина Νεφέλη`.split(/\s+/);

const firstParts = `Quiet Ember Lunar Copper Salty Frost Velvet Rusty Moss Thunder Paper Amber Silent Wild Honey Iron
  Misty Lucky Crimson Sleepy`.split(/\s+/);
const secondParts = `Otter Falcon Badger Lantern Moth Heron Comet Anvil Turnip Magpie Wolf Pickle Raven Kettle Lynx
  Biscuit Harbor Fox Marmot Sparrow`.split(/\s+/);

/** Names for so many players of one clan, no two alike and none of them already taken. */
export function listPlayerNames(clan: string, count: number, taken: string[]): string[] {
  const random = createRandom(`names of ${clan}`);
  const handles = firstParts.flatMap((first) =>
    secondParts.map((second) => (random.chance(0.5) ? `${first} ${second}` : `${first}${second}`)),
  );
  const used = new Set(taken.map(toNameKey));
  const free = (names: string[]) =>
    names
      .filter((name) => !used.has(toNameKey(name)))
      .map((name) => ({ name, place: random.between(0, 1) }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ name }) => name);
  const half = Math.min(Math.ceil(count / 2), callNames.length - taken.length);
  return [...free(callNames).slice(0, half), ...free(handles).slice(0, count - half)];
}

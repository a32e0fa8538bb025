import { createCipheriv, createHash } from "node:crypto";

/** Chance that comes out the same for the same seed, so that every demo tells the same story. */
export interface Random {
  between(low: number, high: number): number;
  chance(share: number): boolean;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

const numbersAtOnce = 4_096;

export function createRandom(seed: string): Random {
  const key = createHash("sha256").update(seed).digest();
  const stream = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
  const zeros = Buffer.alloc(numbersAtOnce * 4);
  let bytes = Buffer.alloc(0);
  let place = 0;
  const next = (): number => {
    if (place >= bytes.length) {
      bytes = stream.update(zeros);
      place = 0;
    }
    place += 4;
    return bytes.readUInt32LE(place - 4) / 2 ** 32;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    chance: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}

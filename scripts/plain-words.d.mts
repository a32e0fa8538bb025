export function findBannedWord(name: string): string | null;

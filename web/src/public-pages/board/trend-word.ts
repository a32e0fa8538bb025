/** What a trend line shows, for those who cannot see it: the later half of the days against the earlier. */
export function trendWord(values: (number | null)[]): string {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length < 2) return "";
  const half = Math.floor(numbers.length / 2);
  const [before, after] = [mean(numbers.slice(0, half)), mean(numbers.slice(-half))];
  const slack = Math.max(Math.abs(before), Math.abs(after)) / 20;
  if (Math.abs(after - before) <= slack) return "steady";
  return after > before ? "rising" : "falling";
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

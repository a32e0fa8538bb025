/** Does something so many times, a few of them at a time. */
export async function manyAtOnce<Result>(
  times: number,
  width: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  async function goOn(): Promise<void> {
    while (next < times) {
      const index = next;
      next += 1;
      results[index] = await work(index);
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, times) }, goOn));
  return results;
}

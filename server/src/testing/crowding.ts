/**
 * How much longer it takes to compute for so many milliseconds than it should, because other programs want the processor
 * too.
 */
export function measureCrowding(ms: number): number {
  const [began, before] = [performance.now(), process.threadCpuUsage()];
  let used = 0;
  while (used < ms) {
    const { user, system } = process.threadCpuUsage(before);
    used = (user + system) / 1000;
  }
  return (performance.now() - began) / used;
}

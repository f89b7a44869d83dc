/** Returns how many milliseconds of processor time this thread spends on `work`; other threads and programs do not count. */
export async function ownTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

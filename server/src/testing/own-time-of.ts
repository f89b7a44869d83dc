/** The processor time of this thread, in milliseconds, while something is done: what other threads and programs do does not count. */
export async function ownTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

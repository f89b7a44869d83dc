/** Processor time is counted in steps of up to 10 ms. */
const leastMeasuredMs = 60;

/** The processor time of some work in milliseconds, on average over as many times as are needed to count it. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  for (let count = 1; ; count *= 2) {
    const before = process.threadCpuUsage();
    for (let turn = 0; turn < count; turn += 1) await work();
    const { user, system } = process.threadCpuUsage(before);
    const total = (user + system) / 1_000;
    if (total >= leastMeasuredMs) return total / count;
  }
}

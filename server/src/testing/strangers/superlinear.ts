/** A text is tried with so many characters, and with eight times as many. Linear work grows eightfold between them, quadratic work 64-fold. */
const usual = 800;
const times = 8;
const mostGrowth = 24;
/** Work that takes no longer says nothing about its growth, and has not much to grow. */
const negligibleMs = 5;
const glances = 4;
/** CPU time is counted in steps of up to 10 ms. */
const leastMeasuredMs = 60;

/** The CPU time of some work in milliseconds, on average over as many times as are needed to count it. */
async function cpuOf(work: () => unknown): Promise<number> {
  for (let count = 1; ; count *= 2) {
    const before = process.threadCpuUsage();
    for (let turn = 0; turn < count; turn += 1) await work();
    const { user, system } = process.threadCpuUsage(before);
    const total = (user + system) / 1_000;
    if (total >= leastMeasuredMs) return total / count;
  }
}

/** On the clock on the wall, the least of some times: whoever else is at work makes it longer. */
async function glanceAt(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < glances && least >= negligibleMs; turn += 1) {
    const began = performance.now();
    await work();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/**
 * How the work of a text function grows with a text's length, where that is faster than linear; null where it is not. CPU time is
 * compared with CPU time of the same run, and again before anything is said: only growth that is there each time counts.
 */
export async function superlinear(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
  short: number = usual,
): Promise<string | null> {
  const [little, much] = [textOf(short), textOf(times * short)];
  // Nearly all there is to see is that nothing grows.
  const glance = await glanceAt(() => work(much));
  if (glance < negligibleMs || glance < mostGrowth * (await glanceAt(() => work(little)))) return null;
  let said = "";
  for (let turn = 0; turn < 3; turn += 1) {
    const slow = await cpuOf(() => work(much));
    if (slow < negligibleMs) return null;
    const fast = await cpuOf(() => work(little));
    if (slow < mostGrowth * fast) return null;
    said = `${fast.toFixed(2)} ms for ${little.length} characters, ${slow.toFixed(2)} ms for ${much.length}`;
  }
  return said;
}

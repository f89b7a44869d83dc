import { type TextFunction, type TextOf, textFunctions } from "./text-functions.ts";

const times = 8;
/** With an eightfold text, linear work grows 8-fold and quadratic work 64-fold. */
const mostGrowth = 24;
/** The growth of work below this time means nothing. */
const negligibleMs = 5;

/** Milliseconds of processor time for a text, and for one eight times as long. */
type Growth = { shortMs: number; longMs: number };

/** How a function's work grows with its text: with the hostile text of the greatest growth, and with a plain one. */
export type TextUse = {
  name: string;
  length: number;
  texts: number;
  worst: string;
  hostile: Growth;
  plain: Growth;
  holds: boolean;
};

/** Measures every function with each of its hostile texts. */
export async function* measureTexts(): AsyncGenerator<TextUse> {
  for (const textFunction of textFunctions) yield await measureOne(textFunction);
}

async function measureOne({ name, work, texts, length }: TextFunction): Promise<TextUse> {
  const growthWith = async (textOf: TextOf): Promise<Growth> => {
    const [short, long] = [textOf(length), textOf(times * length)];
    return { shortMs: await cpuMsOf(() => work(short)), longMs: await cpuMsOf(() => work(long)) };
  };
  const measured = [];
  for (const [text, textOf] of await slowestOf(work, texts, times * length)) {
    measured.push({ text, growth: await growthWith(textOf) });
  }
  const [worst = { text: "none", growth: { shortMs: 0, longMs: 0 } }] = measured.sort(
    (a, b) => ratioOf(b.growth) - ratioOf(a.growth),
  );
  return {
    name,
    length,
    texts: Object.keys(texts).length,
    worst: worst.text,
    hostile: worst.growth,
    plain: await growthWith(plainText),
    holds: worst.growth.longMs < negligibleMs || ratioOf(worst.growth) < mostGrowth,
  };
}

/** Picks the texts worth measuring closely: those that take a while, and always the slowest one. */
async function slowestOf(
  work: TextFunction["work"],
  texts: TextFunction["texts"],
  length: number,
): Promise<[string, TextOf][]> {
  const glances: { text: [string, TextOf]; ms: number }[] = [];
  for (const text of Object.entries(texts)) {
    const long = text[1](length);
    const began = performance.now();
    await work(long);
    glances.push({ text, ms: performance.now() - began });
  }
  glances.sort((a, b) => b.ms - a.ms);
  return glances.filter(({ ms }, at) => at === 0 || ms >= negligibleMs).map(({ text }) => text);
}

/** Returns how many times longer the longer text takes. */
export function ratioOf({ shortMs, longMs }: Growth): number {
  return longMs / Math.max(shortMs, Number.EPSILON);
}

function plainText(length: number): string {
  return "Hello, where is my order? It has not arrived yet.\n".repeat(Math.ceil(length / 50)).slice(0, length);
}

/** Processor time is counted in steps of up to 10 ms. */
const leastMeasuredMs = 60;

/** Returns the work's processor time in ms, on average over as many repetitions as it takes to measure it. */
async function cpuMsOf(work: () => unknown): Promise<number> {
  for (let count = 1; ; count *= 2) {
    const before = process.threadCpuUsage();
    for (let turn = 0; turn < count; turn += 1) await work();
    const { user, system } = process.threadCpuUsage(before);
    const total = (user + system) / 1_000;
    if (total >= leastMeasuredMs) return total / count;
  }
}

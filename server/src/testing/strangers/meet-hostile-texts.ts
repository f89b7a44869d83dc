import { delimiters, shapes } from "./hostile-texts.ts";

type Work = (text: string) => unknown;
/** Exponential work over so many characters never ends. */
const short = 800;
/** Quadratic work over so many takes minutes, more than a test has, and linear work milliseconds. */
const long = 400_000;

/** Gives a function that meets a stranger's words hostile ones of every shape, and long ones that nothing ends. */
export async function meetHostileTexts(work: Work): Promise<void> {
  await meetShortTexts(work);
  for (const delimiter of delimiters) await work(shapes["run that nothing ends"](delimiter, long));
}

/** Gives a function hostile texts of every shape, too short to show more than work without an end. */
export async function meetShortTexts(work: Work): Promise<void> {
  for (const textOf of Object.values(shapes)) {
    for (const delimiter of delimiters) await work(textOf(delimiter, short));
  }
}

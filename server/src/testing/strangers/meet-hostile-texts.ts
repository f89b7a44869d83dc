import { test } from "vitest";
import { isLong } from "../run/is-long.ts";
import { delimiters, shapes } from "./hostile-texts.ts";

type Work = (text: string) => unknown;
/** Exponential work over so many characters never ends. */
const short = isLong ? 800 : 200;
/** Quadratic work over so many takes longer than a test of the long way has, and linear work milliseconds. */
const long = isLong ? 400_000 : 10_000;
const parts = isLong ? 6 : 1;

/** Tests that a function that meets a stranger's words comes to its end over hostile ones, in time linear in their length. */
export function testHostileTexts(name: string, work: Work): void {
  test(`${name} comes to its end, whatever is in a text`, () => meetShortTexts(work));
  test.each(Array.from({ length: parts }, (_, part) => part))(
    `${name} takes time linear in a text, whatever is in it (%i)`,
    async (part) => {
      for (const delimiter of delimiters.filter((_, at) => at % parts === part))
        await work(shapes["run that nothing ends"](delimiter, long));
    },
  );
}

/** Gives a function hostile texts of every shape, too short to show more than work without an end. */
export async function meetShortTexts(work: Work): Promise<void> {
  for (const textOf of Object.values(shapes)) {
    for (const delimiter of delimiters) await work(textOf(delimiter, short));
  }
}

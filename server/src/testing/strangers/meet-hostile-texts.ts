import { test } from "vitest";
import { isLong } from "../run/is-long.ts";
import { delimiters, shapes } from "./hostile-texts.ts";

type Work = (text: string) => unknown;
/** Exponential work on this many characters never ends. */
const short = isLong ? 800 : 200;
/** Quadratic work on the longer ones outlasts the time limit of a test, and cubic work on the shorter ones; linear work takes milliseconds. */
const long = isLong ? 400_000 : 4_000;
const parts = isLong ? 6 : 1;

/** Tests that a function for strangers' words ends on hostile texts, in time linear in their length. */
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

/** Calls a function with hostile texts of every shape, which are so short that only endless work shows. */
export async function meetShortTexts(work: Work): Promise<void> {
  for (const textOf of Object.values(shapes)) {
    for (const delimiter of delimiters) await work(textOf(delimiter, short));
  }
}

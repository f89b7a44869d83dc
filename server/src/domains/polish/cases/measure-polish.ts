import { openLanguageTools } from "../local/open-language-tools.ts";
import { polishText } from "../local/polish-text.ts";
import type { PolishCase } from "./lines-of.ts";
import { measureCases } from "./measure-cases.ts";
import { plantedHeldOut } from "./planted-held-out.ts";
import { plantedTuned } from "./planted-tuned.ts";
import { protectedCases, protectedNames } from "./protected.ts";
import { soundHeldOut } from "./sound-held-out.ts";
import { soundTuned } from "./sound-tuned.ts";

const leastFound = 0.7;
const mostTouched = 0.01;

/** What polishing does with one set of cases; `share` is to be at least, or at most, its aim. */
export type PolishUse = { name: string; cases: number; share: number; aim: string; holds: boolean };

/** Polishes the planted mistakes, the sound sentences and what is protected. */
export async function* measurePolish(): AsyncGenerator<PolishUse> {
  const tools = await openLanguageTools();
  const rightShare = async (cases: readonly PolishCase[]) => {
    const { all, right } = await measureCases(cases, tools);
    return right / all;
  };
  for (const [half, cases] of [
    ["tuned", plantedTuned],
    ["held out", plantedHeldOut],
  ] as const) {
    const share = await rightShare(cases);
    yield { name: `found, ${half}`, cases: cases.length, share, aim: "≥ 70 %", holds: share >= leastFound };
  }
  for (const [half, cases] of [
    ["tuned", soundTuned],
    ["held out", soundHeldOut],
  ] as const) {
    const share = 1 - (await rightShare(cases));
    yield {
      name: `sound ones touched, ${half}`,
      cases: cases.length,
      share,
      aim: "≤ 1 %",
      holds: share <= mostTouched,
    };
  }
  let changed = 0;
  for (const [text, kept] of protectedCases) {
    if (!(await polishText(text, protectedNames, tools)).text.includes(kept)) changed += 1;
  }
  const share = changed / protectedCases.length;
  yield { name: "protected changed", cases: protectedCases.length, share, aim: "none", holds: changed === 0 };
}

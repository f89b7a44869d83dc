import type { PolishLanguage } from "@deskhand/contract/polish";
import { correctSpelling } from "../local/languages/correct-spelling.ts";
import { detectLanguage } from "../local/languages/detect-language.ts";
import { dictionaryOf } from "../local/open-dictionary.ts";
import { type LanguageTools, openLanguageTools } from "../local/open-language-tools.ts";
import { polishText } from "../local/polish-text.ts";
import {
  dutchCases,
  frenchCases,
  germanCases,
  italianCases,
  polishCases,
  portugueseCases,
  spanishCases,
} from "./language-cases.ts";
import type { PolishCase } from "./lines-of.ts";
import { plantedHeldOut } from "./planted-held-out.ts";
import { plantedTuned } from "./planted-tuned.ts";
import { protectedCases, protectedNames } from "./protected.ts";
import { soundHeldOut } from "./sound-held-out.ts";
import { soundTuned } from "./sound-tuned.ts";

const leastFound = 0.7;
/** By spelling alone. */
const leastFoundElsewhere = 0.6;
const mostTouched = 0.01;
/** A short sentence may be of two languages; a reply is longer. */
const leastTold = 0.8;

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
  for (const [language, { planted, sound }] of languages) {
    const dictionary = await dictionaryOf(language);
    const rightOf = (cases: readonly PolishCase[]) =>
      cases.filter(({ written, right }) => right.includes(correctSpelling(written, [], dictionary, language).text));
    const [found, kept] = [rightOf(planted).length / planted.length, rightOf(sound).length / sound.length];
    const told = [...planted, ...sound].filter(({ written }) => detectLanguage(written) === language).length;
    const all = planted.length + sound.length;
    const name = (what: string) => `${language}: ${what}`;
    yield {
      name: name("found"),
      cases: planted.length,
      share: found,
      aim: "≥ 60 %",
      holds: found >= leastFoundElsewhere,
    };
    yield { name: name("sound ones touched"), cases: sound.length, share: 1 - kept, aim: "none", holds: kept === 1 };
    yield { name: name("language told"), cases: all, share: told / all, aim: "≥ 80 %", holds: told / all >= leastTold };
  }
}

const languages: readonly (readonly [
  Exclude<PolishLanguage, "en">,
  Readonly<Record<"planted" | "sound", PolishCase[]>>,
])[] = [
  ["de", germanCases],
  ["fr", frenchCases],
  ["es", spanishCases],
  ["it", italianCases],
  ["nl", dutchCases],
  ["pl", polishCases],
  ["pt", portugueseCases],
];

/** What became of some cases: those that came out right, and those that did not with what they became. */
type CaseResults = { all: number; right: number; wrong: { written: string; became: string }[] };

/** Polishes each case by itself. */
async function measureCases(cases: readonly PolishCase[], tools: LanguageTools): Promise<CaseResults> {
  const wrong: CaseResults["wrong"] = [];
  for (const { written, right } of cases) {
    const { text } = await polishText(written, [], tools);
    if (!right.includes(text)) wrong.push({ written, became: text });
  }
  return { all: cases.length, right: cases.length - wrong.length, wrong };
}

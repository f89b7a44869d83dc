import type { PolishLanguage } from "@deskhand/contract/polish";
import {
  correctSpelling,
  dictionaryOf,
  type LanguageTools,
  openLanguageTools,
  polishText,
} from "../../domains/polish/index.ts";
import { detectLanguage } from "../../platform/language/detect-language.ts";
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

/** Polishes planted mistakes, sound sentences and protected words. */
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

/** Texts with a piece that must stay, whatever is wrong around it: the text, and that piece. */
const protectedNames = ["Jane Doe", "Mina Castellanos", "Halo Table Lamp", "Teh Tarik Mug", "Lumen & Loom"];

const protectedCases: readonly (readonly [text: string, kept: string])[] = [
  ["Dear Ms. Teh,\n\nwe has recieved you message.", "Ms. Teh"],
  ["dear Mr. Hte,\n\nit have arived.", "Mr. Hte"],
  ["Dear Dr. Recieve, i dont know teh answer.", "Dr. Recieve"],
  ["I spoke to Mrs Adress, and she dont agree.", "Mrs Adress"],
  ["We told Prof. Wich that it have been send.", "Prof. Wich"],
  ["Sir Alot and Lady Wierd has called us.", "Sir Alot and Lady Wierd"],
  ["Our collegue Thier Wiht will help you.", "Thier Wiht"],
  ["Becuase Freind is on holiday, Bettina Freind will answer.", "Bettina Freind"],
  ["We sent it to Jane Doe becuase she asked.", "Jane Doe"],
  ["Teh Tarik Mug is avaible again.", "Teh Tarik Mug"],
  ["teh halo table lamp are here.", "halo table lamp"],
  ["It is at 12 Recieve Street, wich is close.", "12 Recieve Street"],
  ["It was deliverd to Adress Road in Leeds.", "Adress Road"],
  ["Teh parcel is in Rue des Alouetes now.", "Rue des Alouetes"],
  ["It is at Bahnhofstrasse 12, we beleive.", "Bahnhofstrasse 12"],
  ["SKU MB-204-GRY are avaible.", "MB-204-GRY"],
  ["Teh code is teh-lamp-red, i think.", "teh-lamp-red"],
  ["Use code sory-discount at teh checkout.", "sory-discount"],
  ["Your order #1042 have shiped.", "#1042"],
  ["Order LL-2024-00017 have been send.", "LL-2024-00017"],
  ["It have the number 1Z999AA10123456784.", "1Z999AA10123456784"],
  ["We refunded $12.50 becuase it were broken.", "$12.50"],
  ["It cost 1.299,00 € , sory.", "1.299,00 €"],
  ["It is 40 x 60 cm an weigh 2.5kg.", "40 x 60 cm"],
  ["It arive on 03/05/2026 at 9:30 a.m. i think.", "03/05/2026 at 9:30 a.m."],
  ["Call us at +49 (0)30 1234 5678 , plese.", "+49 (0)30 1234 5678"],
  ["Pay it to DE89 3704 0044 0532 0130 00 plese.", "DE89 3704 0044 0532 0130 00"],
  ["See https://shop.example/teh-lamp?recieve=1 ,its there.", "https://shop.example/teh-lamp?recieve=1"],
  ["See www.recieve.example/adress, teh page help.", "www.recieve.example/adress"],
  ["It is at teh-shop.example, under teh returns.", "teh-shop.example"],
  ["Write to recieve@teh.example plese.", "recieve@teh.example"],
  ["We are @tehlamp and #tehlamp, wich is us.", "@tehlamp and #tehlamp"],
  ["The file is adress_recieve.pdf, i beleive.", "adress_recieve.pdf"],
  ['You wrote "i recieve teh parcel" and we agrees.', '"i recieve teh parcel"'],
  ["The label say “teh lamp are here”, sory.", "“teh lamp are here”"],
  ["The button is called 'Send teh form' their.", "'Send teh form'"],
  [
    "You wrote:\n\n> i dont know teh answer\n> its to late\n\nWe has checked.",
    "> i dont know teh answer\n> its to late",
  ],
  ["You said “i dont know\nteh answer.\nIts to late” , i beleive.", "“i dont know\nteh answer.\nIts to late”"],
  ['You said "i dont know\nteh answer" , i beleive.', '"i dont know\nteh answer"'],
  ["Hi {{customer.first_name}},\n\nyour order {{order.nmae}} have shiped.", "{{order.nmae}}"],
  ["Hi {{ customer.adress | upper }}, its hear.", "{{ customer.adress | upper }}"],
  ["Run `teh  command` an wait.", "`teh  command`"],
  ["Hello,\n\nwe has it.\n\nBest regards,\nTaht Adn\nteh warehouse", "Taht Adn\nteh warehouse"],
  ["Hi Adn,\n\nwe has it.", "Adn"],
  [
    "Here it is.\n\nteh care guide\nhow to recieve it\nAttached file: teh  guide.pdf",
    "teh care guide\nhow to recieve it",
  ],
  ["Your iPhoen case and teh PaylPal refund is here.", "PaylPal"],
  ["The Washd Linnen Duvet is avaible.", "Washd Linnen Duvet"],
  ["We asked Lumen & Loom wich is us.", "Lumen & Loom"],
  ["Bring teh box to Van der Wierd in Ghent.", "Van der Wierd"],
  ["We writed to O'Recieve and McAdress.", "O'Recieve and McAdress"],
  ["Please ask Mina Castellanos, she know it.", "Mina Castellanos"],
  ["It ship by PostNord, then bpsot take it.", "PostNord"],
];

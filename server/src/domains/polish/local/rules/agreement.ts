import { clauseStart, inCaseOf, isWish, type Rule } from "../edit.ts";
import { handlingVerbs, pureVerbs, shopNouns } from "../english/shop-words.ts";
import type { VerbForms } from "../english/verb-forms.ts";

const singular: Readonly<Record<string, string>> = {
  are: "is",
  were: "was",
  have: "has",
  do: "does",
  "don't": "doesn't",
  "haven't": "hasn't",
  "aren't": "isn't",
  "weren't": "wasn't",
};
const plural: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(singular).map(([a, b]) => [b, a]));
const singularForms = "is|was|has|does|isn't|wasn't|hasn't|doesn't";
const pluralForms = "are|were|have|do|aren't|weren't|haven't|don't";

const someone = "everything|everyone|everybody|nobody|nothing|someone|somebody|something|no one|anything";
const sizes =
  "new|old|other|small|big|large|black|white|two|three|four|five|six|same|missing|broken|damaged|first|last|red|blue|green";
const numbers = "two|three|four|five|six|seven|eight|nine|ten|many|several|various|multiple|numerous|both|a few|some";
const amounts = "minutes|hours|days|weeks|months|years|dollars|euros|pounds|percent|miles|metres|meters";
// Words that end like plurals but are singular, or both.
const oneOrBoth =
  /(?:ss|us|is)$|^(?:news|series|species|means|customs|headquarters|lens|gas|canvas|atlas|physics|politics|maths|alias|chaos|always|perhaps|christmas|sales|rest|this|yours|ours|theirs|hers|its|works|barracks|crossroads|less|needs|wants)$/;
const things = `the|these|those|our|your|my|their|both|all|all (?:the|our|your|my|these|those)|(?:all|both|many|most|some|several) of (?:the|our|your|my|these|those)|a lot of|lots of`;

/** Returns rules for verbs that do not agree with their subject, where the subject is beyond doubt. */
export function agreementRules(isWord: (word: string) => boolean, verbs: VerbForms): Rule[] {
  const isPlural = (word: string) =>
    !oneOrBoth.test(word) &&
    word.endsWith("s") &&
    [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`].some(isWord);
  return [...afterOne(isWord, verbs), ...afterSeveral(isPlural, verbs), ...beforeSubject(isPlural)];
}

/** Rules for a singular subject: "he have", "everybody know", "the parcel arrive". */
function afterOne(isWord: (word: string) => boolean, verbs: VerbForms): Rule[] {
  const isRegular = (base: string) => verbs.isVerb(base) && verbs.past(base) !== base;
  const toThird = (word: string) => {
    const third = isRegular(word) ? verbs.third(word) : null;
    return third !== null && isWord(third) ? third : null; // "He rang" is of another verb.
  };
  const pronoun = "he|she|it";
  return [
    [
      new RegExp(
        `${clauseStart}((?:${pronoun}|this|that)(?: (?:also|still|already|just|only|really))? )(${pluralForms})(?! (?:you|we|they|i)\\b)\\b`,
        "gi",
      ),
      ({ 1: subject = "", 2: verb = "", index }, text) =>
        isSubjunctive(text, index, verb) ? null : subject + asWritten(verb, singular),
    ],
    [
      new RegExp(
        `${clauseStart}((?:${pronoun})(?: (?:also|still|already|just|only|really|often|usually|always|never))? )([a-z]{3,})(?=[ .,!?\\n]|$)`,
        "gi",
      ),
      ({ 1: subject = "", 2: verb = "", index }, text) => {
        const form = isWish(text, index) || modals.test(verb) ? null : toThird(verb);
        return form === null ? null : subject + form;
      },
    ],
    [
      new RegExp(
        `${clauseStart}((?:this|that|${someone})(?: (?:also|often|usually|always|never))? )(${pureVerbs}|(?<=(?:one|body|thing)(?: [a-z]+)? )(?:work|fit|help|look|need))(?= (?!of\\b)|[.,!?\\n]|$)`,
        "gi",
      ),
      ({ 1: subject = "", 2: verb = "", index }, text) => {
        const form = isWish(text, index) ? null : toThird(verb);
        return form === null ? null : subject + form;
      },
    ],
    [
      new RegExp(
        `(?<!\\b(?:of|and|or|with|for|to|by|from|about|does|did|do|should|could|would|can|will|must|let|that) )\\b(${someone}) (${pluralForms})\\b`,
        "gi",
      ),
      ([, subject = "", verb = ""]) => `${subject} ${asWritten(verb, singular)}`,
    ],
    [
      new RegExp(
        `\\b((?:each|either|neither|one) of (?:the|our|your|my|these|those|them|us|you)(?: [a-z]+){0,2} )(${pluralForms})\\b(?! (?:you|we|they)\\b)`,
        "gi",
      ),
      ([all, subject = "", verb = ""]) =>
        /\b(?:that|which|who|and|or)\b/i.test(all) ? null : subject + asWritten(verb, singular),
    ],
    [
      new RegExp(`${clauseStart}((?:every|each|another|one) (?:[a-z]+ )?(?:${shopNouns}) )(${pluralForms})\\b`, "gi"),
      ([, subject = "", verb = ""]) => subject + asWritten(verb, singular),
    ],
    [
      new RegExp(
        `${clauseStart}((?:the|our|your|my|this|that|a|an|his|her|their) (?:(?:${sizes}) )?(?:${shopNouns}) )(${pluralForms})\\b`,
        "gi",
      ),
      ([, subject = "", verb = ""]) =>
        /^(?:the|our|my|your|their) .*(?:company|brand|support|office|two|three|four|five|six|set) $/i.test(subject)
          ? null
          : subject + asWritten(verb, singular),
    ],
    [
      new RegExp(
        `${clauseStart}((?:the|our|your|my|this|every|each|a|an) (?:${shopNouns}) )(${pureVerbs}|(?:${handlingVerbs}|need|work|fit|look|cost|help|offer|show|start|stop|like|come|make)(?= (?:a|an|the|to|it|us|me|them|you|your|our|at|on|like)\\b))(?= |[.,!?]|$)(?! (?:is|are|was|were|has)\\b)`,
        "gi",
      ),
      ({ 1: subject = "", 2: verb = "", index }, text) => {
        const form = isWish(text, index) ? null : toThird(verb);
        return form === null ? null : subject + form;
      },
    ],
  ];
}

/** Rules for a plural subject: "the lamps is", "both of them has", "we needs". */
function afterSeveral(isPlural: (word: string) => boolean, verbs: VerbForms): Rule[] {
  return [
    [
      new RegExp(`${clauseStart}((?:${things}|${numbers}) )((?:${sizes}) )?([a-z]{3,}s) (${singularForms})\\b`, "gi"),
      ({ 0: all, 1: many = "", 2: size = "", 3: noun = "", 4: verb = "" }) =>
        isPlural(noun.toLowerCase()) &&
        !/^all (?:the|our|your|my) $/i.test(many) &&
        !new RegExp(`^(?:${amounts})$`).test(noun)
          ? many +
            size +
            noun +
            all.slice(many.length + size.length + noun.length, all.length - verb.length) +
            asWritten(verb, plural)
          : null,
    ],
    [
      new RegExp(
        `${clauseStart}((?:all|both|many|most|some|several|few|two|three|four|five) of (?:them|us|you|these|those) )(${singularForms})\\b`,
        "gi",
      ),
      ([, subject = "", verb = ""]) => subject + asWritten(verb, plural),
    ],
    [
      new RegExp(
        `${clauseStart}((?:${things}|${numbers}) )([a-z]{3,}s) ([a-z]{3,}s)(?= (?:in|with|to|from|on|at|a|an|the|it|you|your|our|us|for|by|very|well|every|about|that|when|as|not|too)\\b|[.,!?]|$)`,
        "gi",
      ),
      ([, many = "", noun = "", verb = ""]) => {
        const base = isPlural(noun.toLowerCase()) ? verbs.baseOfThird(verb) : null;
        return base !== null &&
          new RegExp(`^(?:${pureVerbs}|work|fit|look|help|like|need|ship|cost|come|make|seem)$`).test(base)
          ? `${many}${noun} ${base}`
          : null;
      },
    ],
    [
      new RegExp(
        `${clauseStart}((?:they|we|you|i)(?: (?:also|often|usually|always|never|really|still|just))? )([a-z]{3,}s)(?= |[.,!?]|$)`,
        "gi",
      ),
      ([, subject = "", verb = ""]) => {
        const base = verbs.baseOfThird(verb);
        return base !== null &&
          new RegExp(`^(?:${pureVerbs}|work|fit|look|help|like|need|ship|cost|make|seem|try|check|offer)$`).test(base)
          ? subject + base
          : null;
      },
    ],
    [
      /(?<=(?:^|[.!?]\s+|\n\s*))((?:the|a|an|my|your|our|this|both the) [a-z]+ and (?:the|a|an|my|your|our|its|their|this) [a-z]+ )(is|was|has|isn't|wasn't|hasn't)\b/gi,
      ([, subject = "", verb = ""]) => subject + asWritten(verb, plural),
    ],
  ];
}

/** Rules for a verb before its subject: "there is two lamps", "where is my orders", "how do it work". */
function beforeSubject(isPlural: (word: string) => boolean): Rule[] {
  return [
    [
      new RegExp(
        `\\b(there )(is|was|isn't|wasn't|has been)( (?:now|still|also|only|currently|just))?( (?:${numbers}) )((?:[a-z]+ )?)([a-z]+s)\\b`,
        "gi",
      ),
      ([, there = "", verb = "", now = "", number = "", size = "", noun = ""]) =>
        isPlural(noun) && !new RegExp(`^(?:${amounts})$`).test(noun)
          ? `${there}${verb === "has been" ? "have been" : asWritten(verb, plural)}${now}${number}${size}${noun}`
          : null,
    ],
    [
      /\b(where|what|who|here) (is|was)( (?:(?:my|the|our|your|these|those) )?(?:two|three|four|five|six|other two) )([a-z]+s)\b/gi,
      ([, word = "", verb = "", number = "", noun = ""]) =>
        isPlural(noun) ? `${word} ${asWritten(verb, plural)}${number}${noun}` : null,
    ],
    [
      /\bthere (are|were)(?= an? (?!few|lot|number|couple|variety|range|handful|dozen|hundred|thousand|million|ton|bunch|great|good|wide|large|small|total|maximum|minimum|series|selection|set|wealth|plethora|pair|bit|myriad|multitude)[a-z]+\b)/gi,
      ([all, verb = ""]) => all.slice(0, -verb.length) + asWritten(verb, singular),
    ],
    [
      /\b(who|what|where|when|how|why) (have)(?= (?:signed|called|sent|told|made|taken|packed|ordered|happened|it|she|he|this|that|the (?:parcel|order|courier|package|customer|lamp)|my (?:parcel|order|package))\b)/gi,
      ([, word = ""]) => `${word} has`,
    ],
    [
      new RegExp(
        `\\b(who|what|where|when|how|why|how much) (do)(?= (?:it|she|he|this|that|(?:the|my|our|your) (?:${shopNouns}))\\b(?!-))`,
        "gi",
      ),
      ([, word = ""]) => `${word} does`,
    ],
    [
      new RegExp(
        `(?<=^|[.!?]\\s+|\\n\\s*)(do)(?= (?:it|she|he|(?:the|my|our|this) (?:${shopNouns}))(?: [a-z]+){1,6}[^.!]*\\?)`,
        "gi",
      ),
      ([verb = ""]) => inCaseOf(verb, "does"),
    ],
  ];
}

const modals =
  /^(?:can|will|may|must|shall|need|dare|cost|let|put|set|do|have|be|are|were|not|too|well|then|back|back|like|better|all|just|out|down|up|over|up|please|own|even|ever|that|right|first|last|next|second|still|only|both|open|close|clear|clean|dry|warm|cool|free|slow|own|mine|alone|near)$/i;

/** Whether a verb is a subjunctive: "if it were broken", "we wish it were so". */
function isSubjunctive(text: string, index: number, verb: string): boolean {
  return (
    isWish(text, index) || (/^were/i.test(verb) && /\b(?:if|wish|though|unless)\b[^.!?]*$/i.test(text.slice(0, index)))
  );
}

function asWritten(verb: string, to: Readonly<Record<string, string>>): string {
  return inCaseOf(verb, to[verb.toLowerCase().replace("’", "'")] ?? verb);
}

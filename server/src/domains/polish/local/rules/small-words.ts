import { inCaseOf, type Rule } from "../edit.ts";
import { shopNouns } from "../english/shop-words.ts";

const since =
  "monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|yesterday|last (?:week|month|year|monday|friday|summer|winter)|this morning|(?:19|20)\\d\\d";
const durations =
  "(?:(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|several|many|some|a few|a couple of|over|more than|almost|about|nearly|\\d+) )+(?:second|minute|hour|day|week|month|year|decade)s?|(?:a long time|ages|a while)";
const uncountable: Readonly<Record<string, string>> = {
  informations: "information",
  advices: "advice",
  furnitures: "furniture",
  feedbacks: "feedback",
  equipments: "equipment",
  luggages: "luggage",
  softwares: "software",
  hardwares: "hardware",
  knowledges: "knowledge",
  homeworks: "homework",
  merchandises: "merchandise",
  stationeries: "stationery",
};
const uncountables = Object.keys(uncountable).join("|");
const things = "information|advice|furniture|equipment|luggage|software";

/** Rules for prepositions, articles, and the number of uncountable nouns. */
export const smallWords: readonly Rule[] = [
  [
    new RegExp(
      `\\b((?:have|has|had|'ve|'s)(?: (?:not|always|already|also))? [a-z]+(?: [a-z]+){0,5}?) since(?= (?:${durations})(?:[.,!?;]|$| (?:now|already|and|but|for|in|with|at|without)\\b))`,
      "gi",
    ),
    ([, start = ""]) => (/ (?:it|ago|ever|and|but|because) *$/i.test(start) ? null : `${start} for`),
  ],
  [
    new RegExp(
      `\\b((?:have|has|'ve) (?:not )?(?:been|had|known|worked|lived|waited|used|used|heard|had|tried|sold|offered|closed)(?: [a-z]+){0,4}?) for(?= (?:${since})(?:[.,!?;]|$| (?:and|but|now|already)\\b))`,
      "gi",
    ),
    ([all, start = ""]) =>
      /\b(?:planned|scheduled|booked|set|confirmed|reserved|closed for (?:christmas|easter)|delayed|announced|ordered|asked|moved)\b/i.test(
        all,
      )
        ? null
        : `${start} since`,
  ],
  [/\b(depend(?:s|ed|ing)?) (?:of|from)\b/gi, ([, verb = ""]) => `${verb} on`],
  [
    /\b(interested) (?:on|for|about|at)(?= (?:the|your|our|this|that|a|an|it|you|buying|[a-z]+ing|these|those)\b|[.,!?]|$)/gi,
    ([, word = ""]) => `${word} in`,
  ],
  [/\b(responsible) (?:of|about)\b/gi, ([, word = ""]) => `${word} for`],
  [
    /\b(consist(?:s|ed|ing)?) (?:from|out of|in)(?= (?:a|an|the|two|three|four|five|six|many|several|\d+)\b)/gi,
    ([, verb = ""]) => `${verb} of`,
  ],
  [
    /\b((?:is|are|was|were|be|been|am|'m|very|really|so|not|it's) )(satisfied|happy|pleased) (?:of|from)\b/gi,
    ([, be = "", word = ""]) => `${be}${word} with`,
  ],
  [/\bdifferent of\b(?! course)/gi, ([word]) => inCaseOf(word, "different from")],
  [
    /\b(same) (?:like|then|than)\b(?= (?:before|the|a|on|in|last|yours|ours|you|your|we|it|this|that|my|our))/gi,
    ([, same = ""]) => `${same} as`,
  ],
  [
    /\b(similar) (?:as|with|like|than)(?= (?:the|a|an|your|our|this|that|yours|ours|it|before)\b)/gi,
    ([, word = ""]) => `${word} to`,
  ],
  [/\baccording (?:with|of)\b/gi, ([word]) => inCaseOf(word, "according to")],
  [
    /\b(explain(?:s|ed|ing)?) (me|you|us|him|her|them)(?= (?:the|how|why|that|what|everything|it|our|your|this|when|where)\b)/gi,
    ([, verb = "", who = ""]) => `${verb} to ${who}`,
  ],
  [/\b(discuss(?:es|ed|ing)?) about\b/gi, ([, verb = ""]) => verb],
  [
    /(?<=\b(?:to|please|can|could|will|should|must|may|for) )(contact(?:ing)?) (?:with|to)(?= (?:us|me|you|them|our|the|your)\b)/gi,
    ([, verb = ""]) => verb,
  ],
  [/\b(pay(?:s|ing)? attention|paid attention) (?:on|at|in)\b/gi, ([, start = ""]) => `${start} to`],
  [
    /\b(wait(?:s|ed|ing)?) (?:on|to|at)(?= (?:your|our|the|an|a|his|her|their) (?:answer|reply|response|confirmation|message|photo|photos|delivery|parcel|refund|package|decision|call)\b)/gi,
    ([, verb = ""]) => `${verb} for`,
  ],
  [/\b(arriv(?:e|es|ed|ing)) to(?= (?:the|our|your|my|us|you|its|a|their)\b)/gi, ([, verb = ""]) => `${verb} at`],
  [/\b(look(?:s|ed|ing)? forward) (?:for|at)(?= )/gi, ([, start = ""]) => `${start} to`],
  [/\b(good|bad|better) in(?= (?:cooking|writing|math|sports|english)\b)/gi, ([, word = ""]) => `${word} at`],
  [/\b(capable) to\b/gi, ([, word = ""]) => `${word} of`],
  [/\b(on|in) (?:the )?(this) (moment)\b/gi, ([, , , moment = ""]) => `at this ${moment}`],
  [
    /\bon the (?=(?:morning|afternoon|evening)(?: (?:and|or)\b|[.,!?]|$))/gi,
    ([word]) => (/^On/.test(word) ? "In the " : "in the "),
  ],
  [
    /\b(in)(?= (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?:[.,!?]|$| (?:we|you|it|morning|afternoon|at)\b))/gi,
    ([word]) => inCaseOf(word, "on"),
  ],
  [/\bmarried with\b/gi, () => "married to"],
  [/\b(ask|asked|asking|tell|told|telling) to (?=(?:you|us|me|him|her|them)\b)/gi, ([, verb = ""]) => `${verb} `],
  [
    /\b(?:a|an) ((?:good|useful|great|helpful|bad|new|important) )?(informations?|advices?|furnitures?|equipments?|luggages?|softwares?)(?=[.,!?;]|$| (?:for|on|about|that|from|to|and|which|you)\b)/gi,
    ([all, good = "", thing = ""]) =>
      all[0] === "A"
        ? inCaseOf("A", good + (uncountable[thing.toLowerCase()] ?? thing))
        : good + (uncountable[thing.toLowerCase()] ?? thing),
  ],
  [
    new RegExp(`\\b(many|a few|few|several|these|those) (${uncountables})\\b`, "gi"),
    ([, many = "", word = ""]) =>
      `${inCaseOf(many, manyOf[many.toLowerCase()] ?? many)} ${uncountable[word.toLowerCase()] ?? word}`,
  ],
  [new RegExp(`\\b(?:${uncountables})\\b`, "gi"), ([word]) => inCaseOf(word, uncountable[word.toLowerCase()] ?? word)],
  [
    new RegExp(
      `\\b(many) (?=(?:${things}|money|water|paper|traffic|space|time left|work|luck|help)(?:[.,!?]|$| (?:to|for|on|in|about|left|and)\\b))`,
      "gi",
    ),
    ([, word = ""]) => `${inCaseOf(word, "much")} `,
  ],
  [
    new RegExp(
      `\\b(much) (?=(?:${shopNouns.split("|").map(pluralOf).join("|")}|people|persons|days|weeks|hours|times|items)\\b)`,
      "gi",
    ),
    ([, word = ""]) => `${inCaseOf(word, "many")} `,
  ],
  [
    /(?<=^|[.!?]\s+|\n\s*|, )the most of (?=(?:our|the|your|my|these|them|us|you)\b)/gi,
    ([word]) => inCaseOf(word, "most of "),
  ],
  [
    /\b((?:don't|doesn't|didn't|haven't|hasn't|can't|couldn't|won't) (?:have |has |find |need |want |see |get |got |receive |received ))(no|nothing|nobody)(?= |[.,!?]|$)/gi,
    ([, start = "", no = ""]) => start + (noToAny[no.toLowerCase()] ?? no),
  ],
  [
    /\bmore (?=(?:better|worse|easier|cheaper|faster|bigger|smaller|larger|longer|shorter|heavier|lighter|higher|lower|quicker|nicer|softer|stronger|safer|simpler|earlier|later)\b)/gi,
    ([word]) => (/^M/.test(word) ? null : ""),
  ],
  [/(?<=\b(?:is|it's|was|feels|looks|works|be) )very better\b/gi, () => "much better"],
  [
    /\b(we need|i need|in|it takes|takes|wait|after|give us) few (days|hours|minutes|weeks)( more)?\b/gi,
    ([, start = "", unit = "", more = ""]) => `${start} a few${more} ${unit}`,
  ],
  [/\b(a few) (days|hours|minutes|weeks) more\b/gi, ([, few = "", unit = ""]) => `${few} more ${unit}`],
  [
    /\b(have|had|take|took|has) (look|break|rest|chance|nice day|good day|great day|nice weekend|good weekend|great weekend|question|problem)(?=[.,!?]| (?:at|with|to|about|!)|$)/gi,
    ([, verb = "", what = ""]) => `${verb} a ${what}`,
  ],
];

function pluralOf(noun: string): string {
  return /(?:[sx]|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

const manyOf: Readonly<Record<string, string>> = {
  many: "much",
  "a few": "some",
  few: "little",
  several: "some",
  these: "this",
  those: "that",
};
const noToAny: Readonly<Record<string, string>> = { no: "any", nothing: "anything", nobody: "anybody" };

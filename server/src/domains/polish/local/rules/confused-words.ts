import { clauseStart, inCaseOf, type Rule } from "../edit.ts";
import { customersThings, shopNouns } from "../english/shop-words.ts";

const adjectives =
  "late|heavy|small|big|large|long|short|high|low|much|many|expensive|slow|early|often|soon|far|hot|cold|tight|loose|hard|soft|dark|bright|thin|thick|wide|narrow|old|young|good|bad|difficult|weak|strong|light|quick|fast|few|little";
const notPossessed =
  "too|here|there|been|not|going|because|okay|ok|our|my|the|a|an|just|also|still|already|only|really|so|very|quite|probably|always|never|possible|impossible|important|available|ready|fine|easy|hard|difficult|better|worth|called|made|sold|supposed|likely|best|nice to|good to|great to|time to";

/** Rules for words that sound alike: its and it's, your and you're, to and too. */
export const confusedWords: readonly Rule[] = [
  [
    new RegExp(
      `\\b(for|of|to|with|in|on|about|from|at|received|regarding|got|checked|check|have|has|read|see|find|confirm|forgot|as per|cancel|change|ship|process|refunded|cancelled|canceled|shipped) you (?=(?:new |last |first |recent |kind |latest )?(?:${customersThings})\\b(?! (?:us|me|you|it|the|a|an)\\b))`,
      "gi",
    ),
    ([, word = ""]) => `${word} your `,
  ],
  [
    new RegExp(
      `\\byou're(?= (?:own |new |old |first |last |second |recent |next |whole |full |current )?(?:${shopNouns}|messages|photos|patience|understanding|feedback|data|country|order|house|home|mail|e-mail|orders|parcels|items|needs|details|questions|interest|loyalty|trust)\\b)`,
      "gi",
    ),
    ([word]) => inCaseOf(word, "your"),
  ],
  [
    new RegExp(
      `${clauseStart}your(?= (?:right|correct|wrong)(?:[,.!?]|$| that| about| and| to be)| (?:welcome|not|still|already|looking|going|happy|satisfied|sure|interested|able|very|so|the|a|an|always|currently|unhappy|unsure|having|using|waiting|asking|trying|getting|enjoying)\\b)`,
      "gi",
    ),
    ([word]) => inCaseOf(word, "you're"),
  ],
  [
    /(?<=\b(?:if|that|hope|glad|happy|sorry|sure|when|know|because|see|think) )your(?= (?:happy|satisfied|well|okay|ok|fine|not|ready|sure|unsure|unhappy|safe|enjoying|doing|having|looking|interested|able|right|free|still|already|going|there|here|at home)\b)/gi,
    () => "you're",
  ],
  [
    new RegExp(
      `${clauseStart}its(?= (?:${notPossessed}|in (?:stock|the|your|our|transit|good)|on (?:the|its|your|our|my|sale|back)|at the|with the|out of|from (?:the|our|us)|all|what|how|where|when|why|me|us|you)\\b)(?! (?:very|so) own)(?! only [a-z]+ (?:is|was))`,
      "gi",
    ),
    ([word]) => inCaseOf(word, "it's"),
  ],
  [
    /(?<=\b(?:of|with|at|by|without|inside|under|lost|loses|changed|has|have|had|kept|missing) )it's(?= (?!not|a|an|the|too|been|still|very|so|just|also|in|on|here|there|our|your|my|all|that|what|because|possible|like|only|[a-z]+(?:ing|ed|ly)\b)[a-z]+(?:[.,!?]|$| (?:and|is|are|was|were|in|on|of|from|for|at)\b))/gi,
    ([word]) => inCaseOf(word, "its"),
  ],
  [
    new RegExp(
      `(?<=\\b(?:that|if|because|when|but|think|know|hope|although|as) )its(?= (?:${adjectives})(?:[.,!?]|$| (?:to|for|that|and|but|now|already|there|here)\\b))`,
      "gi",
    ),
    () => "it's",
  ],
  [
    /(?<=\b(?:of|with|at|by|from|without|inside|under|on|in|lost|lose|loses|changed|changes|and|has|for|to|kept|missing|than) )it's(?= (?:own\b|[a-z]+ (?:and|is|are|was|were|in|on|of|from)\b|(?:shade|base|cover|color|colour|box|lid|label|legs?|size|price|weight|shape|packaging|address|name|place|way|destination|content|contents|parts?|position|quality|surface|frame|battery|cable|fullest|original|best)\b))(?! (?:not|a|an|the|too|been|still|very|so|just|also|in|on|here|there)\b)/gi,
    ([word]) => inCaseOf(word, "its"),
  ],
  [/\bthey're (are|is|were|was)\b/gi, ([all, verb = ""]) => `${inCaseOf(all, "there")} ${verb}`],
  [
    /\b(?:their|they're)(?= (?:is|are|was|were|has been|have been|isn't|aren't|will be|seems|might be|must be)\b)/gi,
    ([word]) => inCaseOf(word, "there"),
  ],
  [
    /\bthere(?= (?:driver|address|team|website|system|answer|reply|office|depot|warehouse|policy|number|name|order|customer|service|tracking|mistake|fault|own)\b(?! (?:is|are|was|were|that|who|which)\b))(?<=(?:^|[.!?] |\b(?:with|from|of|in|to|on|at|by|know|got|have|has|for|is|was|and|asked|check|checked|called) )there)/gi,
    ([word]) => inCaseOf(word, "their"),
  ],
  [
    new RegExp(
      `(?<=\\b(?:is|are|was|were|be|been|it's|they're|that's|looks?|seems?|seemed|arrived|came|got|not|just|a bit|far|way|isn't|wasn't|feels?|costs?|much) )to(?= (?:${adjectives})(?: (?:for|to|now|and|or|in|on|already|at)\\b|[.,!?]|$))`,
      "gi",
    ),
    () => "too",
  ],
  [
    /\bto (?=(?:much|many) (?!of the|people)[a-z]+)(?<=\b(?:is|are|was|were|have|has|had|took|paid|with|for|got|costs?|ordered|received) to )/gi,
    () => "too ",
  ],
  [
    /(?<=\b(?:know|tell (?:us|me|you)|check|checked|sure|wonder|wondering|ask|asked|see|decide|matter|care less|say|question|find out|unsure|depends on|matters|confirm) )(?:weather|wether)\b/gi,
    () => "whether",
  ],
  [/\bweather or not\b/gi, ([word]) => inCaseOf(word, "whether or not")],
  [
    /(?<=\b(?:can|can't|cannot|will|won't|could|couldn't|to|don't|doesn't|didn't|please|we|i|not|only|you) )except(?= (?:the|your|our|my|it|this|that|a|an|any|returns|payment|payments|orders|cards?|cash|them|all)\b)/gi,
    () => "accept",
  ],
  [
    /(?<=\b(?:to|not|don't|doesn't|didn't|will|won't|can|can't|might|may|could|would|never|you|we|i|and) )loose(?= (?:you|it|the|your|our|my|money|time|any|them|this|that|weight|its|customers?|data|track|hope|patience|interest|connection|trust)\b)/gi,
    () => "lose",
  ],
  [
    /\b(?:effect)(?= (?:the|your|our|my|its|their|this|it|you|us|any)\b)(?<=\b(?:not|to|will|won't|can|could|may|might|would|doesn't|don't|didn't|does) effect)/gi,
    () => "affect",
  ],
  [
    /(?<=\b(?:a|an|your|my|some|the|good|for|any|this|our|of|best) )advise(?=[.,!?]| (?:on|for|is|was|of|about|from|and)\b|$)/gi,
    () => "advice",
  ],
  [
    /(?<=\b(?:to|can|will|would|please|we|i|could|you) )advice(?= (?:you|us|me|to|that|if|on|when|how|what|against|the)\b)/gi,
    () => "advise",
  ],
  [
    /(?<=\b(?:e-?mails?|messages?|parcels?|orders?|reply|replies|answer|get|got|received?|comes?|came|shipped|sent|hear|heard|back|directly|bought|purchased|download|away|returns?|returned|ordered) )form(?= (?:you|us|the|our|your|them|my|him|her|a|germany|france|spain)\b)/gi,
    () => "from",
  ],
  [/\blet (me|us) no\b/gi, ([, who = ""]) => `let ${who} know`],
  [
    /\bwere(?= (?:able|happy|sorry|glad|looking|working|checking|waiting|here|going|afraid|very sorry|so sorry|really sorry)\b)(?<=(?:^|[.!?]\s+|\n\s*)were)/gi,
    ([word]) => inCaseOf(word, "we're"),
  ],
  [/\bquite(?= (?:place|room|area)\b)/gi, () => "quiet"],
  [/\bthanks you\b/gi, ([word]) => inCaseOf(word, "thank you")],
  [/(?<=\b(?:your|a|the|this|any|our) )complain(?=[.,!?]| (?:about|is|was|and|has)\b|$)/gi, () => "complaint"],
  [/\bcostumer(s?)\b/gi, ([word, s = ""]) => inCaseOf(word, `customer${s}`)],
  [/(?<=\b(?:the|our|full|this|a|total|sale|best|same|selling|new|old|original|lower) )prise\b/gi, () => "price"],
  [
    /(?<=\b(?:turn|switch|turned|switched|take|cut|pay|paid|wipe|drop) (?:it |them |the [a-z]+ )?)of(?=[.,!?]| (?:and|the|before|when|at)\b|$)/gi,
    () => "off",
  ],
  [
    /(?<=\b(?:was|is|are|were|been|i'm|am|we're) )quiet(?= (?:happy|sure|good|a|an|big|large|small|old|long|sorry|soft|heavy|often|popular|busy|sturdy)\b)/gi,
    () => "quite",
  ],
  [/\b(have|has|had|was|were|been) (?:passed)(?= (?:the|a|few) (?:deadline|due))/gi, ([, have = ""]) => `${have} past`],
  [/\b(as|so) (soon|long|much|many|well|fast|quickly) then\b/gi, ([, as = "", how = ""]) => `${as} ${how} as`],
  [
    /\b(more|less|rather|better|larger|smaller|bigger|faster|later|earlier|longer|shorter|cheaper|higher|lower|sooner|other|heavier|lighter|worse|older|newer|wider|easier|nicer|stronger)((?: [a-z]+){0,1}) then(?= (?:a|an|the|that|this|it|you|we|i|they|expected|before|usual|your|our|one|two|three|ours|yours|what|on|in|last|planned|necessary|normal|any|other|most|ever)\b)/gi,
    ([, more = "", what = ""]) => `${more}${what} than`,
  ],
];

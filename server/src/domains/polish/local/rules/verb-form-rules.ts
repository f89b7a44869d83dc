import { clauseStart, type Rule, type Suggestion } from "../edit.ts";
import { handlingVerbs, pureVerbs, shopNouns } from "../english/shop-words.ts";
import type { VerbForms } from "../english/verb-forms.ts";

const pronouns = "i|you|he|she|it|we|they|this|that|there|who|which";
const modals = "can|could|will|would|shall|should|must|may|might";
const negative = "can't|cannot|couldn't|won't|wouldn't|shouldn't|mustn't|mightn't";
const between =
  "(?: (?:not|also|just|only|now|then|still|always|never|already|really|soon|probably|definitely|certainly|usually|please))?";
const objects = "the|your|our|you|it|them|this|that|my|his|her|their|us|me|a|an|these|those|him";
const after = "(?= |[.,!?;:)\\n]|$)";
const nouns = new RegExp(
  `^(?:${shopNouns}|sales|returns|orders|goods|items|parcels|customers|needs|means|as|is|was|has|this|his|its|us)$`,
);

const isHandling = (verb: string) => new RegExp(`^(?:${handlingVerbs})$`).test(verb);
const isPure = (verb: string) => new RegExp(`^(?:${pureVerbs})$`).test(verb);
const baseOf = (verbs: VerbForms, word: string) => verbs.baseOfThird(word) ?? verbs.baseOfPast(word);

/** Returns rules for verbs in the wrong form after the words before them: "can helps", "has arrive", "for contact us". */
export function verbFormRules(verbs: VerbForms): Rule[] {
  return [...baseRules(verbs), ...participleRules(verbs), ...gerundRules(verbs), ...infinitiveRules(verbs)];
}

/** Rules for verbs after "can", "do" and the like, or with a superfluous "am": "I am agree", "can helps", "does it fits". */
function baseRules(verbs: VerbForms): Rule[] {
  return [
    // I am agree, we are understand
    [
      /\b(i|we|you|they)(?: am| are|'m|'re) (agree|understand|think|believe|appreciate|apologi[sz]e|hope|know|want|need|disagree|wish|recommend|suggest|thank|prefer|guess)(?= |[.,!]|$)/gi,
      ([, who = "", verb = ""]) => `${who} ${verb}`,
    ],
    [
      /\b(he|she|it) (?:is|'s) (agree|understand|think|believe|know|want|need|prefer|seem|depend|belong|happen)(?= |[.,!]|$)/gi,
      ([, who = "", verb = ""]) => `${who} ${verbs.third(verb)}`,
    ],
    // can helps, will refunded, he can explains
    [
      new RegExp(
        `(?<!\\b(?:a|an|the|this|that|each|every|our|your|his|her|my|one|another|free|good|trash|oil|paint|spray) )\\b((?:${modals}|${negative})${between} )([a-z]{3,})${after}`,
        "gi",
      ),
      ({ 0: all, 1: modal = "", 2: word = "", index }, text) => {
        if (mayBePassive(verbs, word, text.slice(index + all.length))) return null;
        const base = nouns.test(word) || verbs.isVerb(word) ? null : baseOf(verbs, word);
        return base === null ? null : modal + base;
      },
    ],
    [
      new RegExp(
        `\\b((?:${pronouns}|(?:the|our|your|my) [a-z]+) (?:${modals}|${negative})${between} )([a-z]+ing)${after}`,
        "gi",
      ),
      ([, modal = "", word = ""]) => {
        const base = /\b(?:when|how|where|why|what|much|much|long|soon|will it|does) /i.test(modal)
          ? null
          : verbs.baseOfGerund(word);
        return base === null ? null : modal + base;
      },
    ],
    [
      new RegExp(`\\b((?:${modals}|${negative})${between} )(?:has|had)(?= (?:been|not|a|an|the|to)\\b)`, "g"),
      ([, modal = ""]) => `${modal}have`,
    ],
    // does it fits, doesn't works, did it came
    [
      new RegExp(
        `\\b((?:does|do|did) (?:not|it|he|she|they|you|we|i|this|that|the [a-z]+[^s ])${between} )([a-z]{3,})${after}`,
        "gi",
      ),
      ([, start = "", word = ""]) => {
        const base = nouns.test(word) || verbs.isVerb(word) ? null : baseOf(verbs, word);
        return base === null ? null : start + base;
      },
    ],
    [
      new RegExp(`\\b((?:doesn't|don't|didn't)${between} )([a-z]{3,})${after}`, "gi"),
      ([, start = "", word = ""]) => {
        const base = nouns.test(word) || verbs.isVerb(word) ? null : baseOf(verbs, word);
        return base === null ? null : start + base;
      },
    ],
    // can you told, could he comes
    [
      new RegExp(
        `\\b((?:can|could|will|would|should|did|do|does) (?:you|we|i|they|he|she|it|the [a-z]+) )([a-z]{3,})${after}`,
        "gi",
      ),
      ([, start = "", word = ""]) => {
        const base = nouns.test(word) || verbs.isVerb(word) ? null : baseOf(verbs, word);
        return base === null ? null : start + base;
      },
    ],
  ];
}

/** Rules for verbs after "have" and "be": "I seen", "has arrive", "was stole". */
function participleRules(verbs: VerbForms): Rule[] {
  return [
    // I seen, we done
    [
      new RegExp(
        `${clauseStart}(i|we|you|they|he|she|it) (seen|done|gone|taken|written|forgotten|broken|spoken|chosen|given|been|known|shown)\\b`,
        "gi",
      ),
      ([, who = "", word = ""]) => `${who} ${/^(?:he|she|it)$/i.test(who) ? "has" : "have"} ${word}`,
    ],
    // has arrive, have forgot, has already leave
    [
      new RegExp(
        `(?<!\\b(?:to|will|can|could|would|should|must|may|might|not|t|do|does|did|you) )\\b((?:has|have|had|'ve|haven't|hasn't|hadn't)(?: (?:not|already|just|never|recently|also|yet|now|finally|only|always|successfully|unfortunately))? )([a-z]{3,})${after}`,
        "gi",
      ),
      ({ 1: have = "", 2: word = "", index }, text) => {
        const rest = text.slice(index + have.length + word.length);
        const isMeant =
          isPure(word) ||
          (isHandling(word) && new RegExp(`^ (?:${objects})\\b`).test(rest)) ||
          (/already |just /.test(have) && isHandling(word));
        const form = isMeant ? verbs.participle(word) : verbs.participleOfPast(word);
        return form === null || form === word || word === "got" ? null : have + form;
      },
    ],
    [
      new RegExp(
        `\\b((?:should|could|would|must|may|might|to|we|they|you|i) have(?: (?:already|just|not|also|never))? )(${pureVerbs})${after}`,
        "gi",
      ),
      ([, have = "", word = ""]) => {
        const form = verbs.participle(word);
        return form === null || form === word || word === "let" ? null : have + form;
      },
    ],
    // was stole, has been process, will be deliver
    [
      new RegExp(
        `\\b((?:was|were|is|are|been|being|be|get|got|gets)(?: (?:not|already|just|never|now|also|successfully))? )([a-z]{3,})${after}`,
        "gi",
      ),
      ({ 1: be = "", 2: word = "", index }, text) => {
        const rest = text.slice(index + be.length + word.length);
        const isBeen = /^(?:been|being|be) /i.test(be);
        const isMeant =
          transitive.test(word) ||
          (isHandling(word) && /^ by\b/.test(rest)) ||
          (isBeen &&
            isHandling(word) &&
            /^(?: (?:by|to|from|on|at|in|with|today|yesterday|already|and|twice|again|correctly|soon|tomorrow|this|last|for you)\b|[.,!?])/.test(
              rest,
            ));
        const form = isMeant
          ? verbs.participle(word)
          : word === "got" || word === "ate"
            ? null
            : verbs.participleOfPast(word);
        return form === null || form === word ? null : be + form;
      },
    ],
  ];
}

/** Rules for verbs after "be" and prepositions: "I am wait", "for contact us", "look forward to hear". */
function gerundRules(verbs: VerbForms): Rule[] {
  return [
    // I am wait, we are look
    [
      /\b((?:i am|i'm|we are|we're|they are|they're|you are|you're)(?: (?:still|now|currently|just|also))? )(wait|look|work|try|write|send|check|contact|call|process|ask|go|do|make|prepare|investigate|search|talk)(?= (?:for|on|into|at|to|with|your|the|our|you|it|this|a|an)\b)/gi,
      ([, start = "", verb = ""]) => verbs.gerund(verb) && start + verbs.gerund(verb),
    ],
    // thank you for contact us, look forward to hear
    [
      new RegExp(
        `\\b((?:thanks|thank you|sorry|apologi[sz]e|apologies|thankful|grateful|responsible|instead|interested|before|after|without|by)(?: (?:so|very) much| a lot)? (?:for |of |in )?)(?<=(?:for|of|in|without) )(${pureVerbs}|(?:contact|help|order|return|check|purchase|shop|visit|call|reach|trust|support|work)(?= (?:us|me|it|so|out|the|your|this|that|you|our|with us)\\b))(?= |[.,!]|$)`,
        "gi",
      ),
      ([, start = "", verb = ""]) =>
        /^(?:open|appear)$/.test(verb) ? null : verbs.gerund(verb) && start + verbs.gerund(verb),
    ],
    [
      new RegExp(`\\b(look(?:s|ed|ing)? forward to )(${pureVerbs}|see|meet|work|serve|welcome)(?= |[.,!]|$)`, "gi"),
      ([, start = "", verb = ""]) => verbs.gerund(verb) && start + verbs.gerund(verb),
    ],
    [
      /\b((?:suggest|recommend|avoid|consider|finish|enjoy|keep|mind)s? )to ([a-z]{3,})(?= )/gi,
      ([, start = "", verb = ""]) => (verbs.isVerb(verb) ? verbs.gerund(verb) && start + verbs.gerund(verb) : null),
    ],
  ];
}

/** Rules for a missing or superfluous "to" and for wrong tenses: "must to sign", "would like return", "I am working here since 2019". */
function infinitiveRules(verbs: VerbForms): Rule[] {
  return [
    // please to send, must to sign, would like return
    [/\b(please) to (?=([a-z]+)\b)/gi, ([, please = "", verb = ""]) => (verbs.isVerb(verb) ? `${please} ` : null)],
    [
      /\b(must|should|could|(?:(?:you|we|i|they|he|she|it) (?:can|will|may|might|would|cannot|can't|can not)))( not)? to (?=([a-z]+)\b)/gi,
      ([, modal = "", not = "", verb = ""]) => (verbs.isVerb(verb) ? `${modal}${not} ` : null),
    ],
    [
      /\b(let (?:me|us|you|him|her|them) )to (?=([a-z]+)\b)/gi,
      ([, start = "", verb = ""]) => (verbs.isVerb(verb) ? start : null),
    ],
    [
      /\b(let (?:me|us|them|him|her) )([a-z]+s)(?= (?:if|when|what|how|that|the|you|it)\b|[.,!?]|$)/gi,
      ([, start = "", word = ""]) => {
        const base = verbs.baseOfThird(word);
        return base === null ? null : start + base;
      },
    ],
    [
      new RegExp(
        `\\b((?:would like|'d like|want|wants|wanted|wish|plan|plans|decided|hope|need|needs|try|tried) )(${pureVerbs}|(?:return|order|exchange|cancel|change|check|buy|see|use|return|pay|refund|update|speak)(?= (?:it|this|the|my|your|our|a|an|them|these)\\b))(?= )(?! (?:is|are|was)\\b)`,
        "gi",
      ),
      ([all, start = "", verb = ""]) => (/need return|^hope/i.test(all) ? null : `${start}to ${verb}`),
    ],
    [
      /\b((?:to|want to|like to|need to|have to|able to|going to|try to) )([a-z]+(?:s|ed))(?= (?:you|it|us|them|me|him)\b)/gi,
      ([, start = "", word = ""]) => {
        const base = verbs.isVerb(word) ? null : baseOf(verbs, word);
        return base === null ? null : start + base;
      },
    ],
    [
      /\b((?:where|what|when|how|why) )(?:did|does|do) ((?:you|he|she|it|they|we|i) )([a-z]+ed)\b/gi,
      ([all, , , word = ""]) => {
        const base = verbs.baseOfPast(word);
        return base === null ? null : all.slice(0, -word.length) + base;
      },
    ],
    // I am working here since 2019
    [
      /\b(i am|i'm|we are|we're|they are|they're|you are|he is|he's|she is|she's|it is) ([a-z]+ing)(?=\b[^.!?\n]{0,40}\b(?:since (?:\d{4}|yesterday|last|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|this)|for (?:two|three|four|five|many|several|\d+) (?:days|weeks|months|years))\b)/gi,
      ({ 1: be = "", 2: verb = "" }) => {
        if (verbs.baseOfGerund(verb) === null || /^(?:going|planning|closing|looking|leaving)$/i.test(verb))
          return null;
        const who = be.replace(/(?: (?:am|are|is)|'m|'re|'s)$/i, "");
        return `${who} ${/^(?:he|she|it)$/i.test(who) ? "has" : "have"} been ${verb}`;
      },
    ],
    [/\b(please find )attach(?:ing)?\b/gi, ([, start = ""]) => `${start}attached`],
  ];
}

/** Pure verbs that take an object, so after "is" only their participle is right. */
const transitive =
  /^(?:accept|add|allow|assure|attach|confirm|connect|consider|create|decide|deliver|describe|determine|discover|expect|explain|find|forget|give|ignore|improve|include|inform|inspect|install|invite|maintain|notify|obtain|prepare|prevent|provide|publish|receive|recommend|remove|replace|require|resend|resolve|sell|send|solve|take|tell|understand|verify|write|choose)$/;

/** Whether "will sent to you" may mean "will be sent" instead of "will send": a participle without an object after it. */
function mayBePassive(verbs: VerbForms, word: string, rest: string): boolean {
  return (
    verbs.isParticiple(word) &&
    /^(?: (?:to|by|from|with|in|on|at|within|today|tomorrow|soon|out|back)\b|\s*(?:[.,!?;]|$))/.test(rest)
  );
}

/** Suggests corrections of participles after "will" and the like, which may lack a "be" or be the wrong form. */
export function doubtfulForms(text: string, verbs: VerbForms): Suggestion[] {
  const pattern = new RegExp(`\\b(?:${modals}|${negative})${between} ([a-z]{3,})\\b`, "gi");
  return [...text.matchAll(pattern)].flatMap(({ 0: all, 1: word = "", index }) => {
    const end = index + all.length;
    if (verbs.isVerb(word) || nouns.test(word) || !mayBePassive(verbs, word, text.slice(end))) return [];
    const base = verbs.baseOfPast(word);
    return [{ start: end - word.length, end, choices: [`be ${word}`, ...(base ? [base] : [])], why: "Form of verb" }];
  });
}

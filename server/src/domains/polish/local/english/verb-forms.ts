/** The forms of English verbs by a word list; null if the word is no verb of that form. */
export type VerbForms = {
  isVerb(base: string): boolean;
  third(base: string): string;
  gerund(base: string): string | null;
  past(base: string): string | null;
  participle(base: string): string | null;
  isParticiple(form: string): boolean;
  baseOfThird(form: string): string | null;
  baseOfGerund(form: string): string | null;
  /** Only for a past that is neither the base nor another verb. */
  baseOfPast(form: string): string | null;
  /** Only for a simple past whose participle differs: "went", not "sent". */
  participleOfPast(form: string): string | null;
};

// base past participle
const irregular =
  `be was been|become became become|begin began begun|bend bent bent|bite bit bitten|bleed bled bled|blow blew blown|
break broke broken|bring brought brought|build built built|buy bought bought|catch caught caught|choose chose chosen|come came come|
cost cost cost|cut cut cut|deal dealt dealt|do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|
fall fell fallen|feed fed fed|feel felt felt|fight fought fought|find found found|fit fit fit|fly flew flown|forget forgot forgotten|
forgive forgave forgiven|freeze froze frozen|get got got|give gave given|go went gone|grow grew grown|hang hung hung|have had had|
hear heard heard|hide hid hidden|hit hit hit|hold held held|hurt hurt hurt|keep kept kept|know knew known|lay laid laid|lead led led|
leave left left|lend lent lent|let let let|lie lay lain|lose lost lost|make made made|mean meant meant|meet met met|
misunderstand misunderstood misunderstood|overcome overcame overcome|pay paid paid|put put put|quit quit quit|read read read|
rebuild rebuilt rebuilt|redo redid redone|resend resent resent|resell resold resold|ride rode ridden|ring rang rung|rise rose risen|
run ran run|say said said|see saw seen|sell sold sold|send sent sent|set set set|shake shook shaken|show showed shown|shut shut shut|
sing sang sung|sink sank sunk|sit sat sat|sleep slept slept|speak spoke spoken|spend spent spent|split split split|spread spread spread|
stand stood stood|steal stole stolen|stick stuck stuck|swear swore sworn|sweep swept swept|swim swam swum|take took taken|
teach taught taught|tear tore torn|tell told told|think thought thought|throw threw thrown|undergo underwent undergone|
understand understood understood|undertake undertook undertaken|undo undid undone|wake woke woken|wear wore worn|win won won|
withdraw withdrew withdrawn|write wrote written`
    .split("|")
    .map((forms) => forms.trim().split(" "));

/** Derives the forms of English verbs from the irregular ones and the regular ones that a dictionary has. */
export function verbForms(isWord: (word: string) => boolean): VerbForms {
  const irregularForms = new Map(
    irregular.map(([base = "", past = "", participle = ""]) => [base, { past, participle }]),
  );
  const bases = new Map(irregular.flatMap(([base = "", past = ""]) => (base === past ? [] : [[past, base] as const])));
  const firstWord = (candidates: string[]) => candidates.find(isWord) ?? null;
  const gerund = (base: string) => firstWord(withEnding(base, "ing"));
  const past = (base: string) => irregularForms.get(base)?.past ?? firstWord(withEnding(base, "ed"));
  const isVerb = (base: string) =>
    /^[a-z]{2,}$/.test(base) && isWord(base) && past(base) !== null && gerund(base) !== null;
  const baseOf = (stems: string[]) => stems.find(isVerb) ?? null;
  const participles = new Set(irregular.map(([, , participle]) => participle));
  return {
    isVerb,
    third,
    gerund,
    past,
    participle: (base) => irregularForms.get(base)?.participle ?? past(base),
    isParticiple: (form) =>
      participles.has(form) || (form.endsWith("ed") && baseOf(stemsOf(form.slice(0, -2))) !== null),
    baseOfThird: (form) => (form.endsWith("ss") ? null : baseOf(stemsOfThird(form))),
    baseOfGerund: (form) => (form.endsWith("ing") ? baseOf(stemsOf(form.slice(0, -3))) : null),
    baseOfPast(form) {
      const base = bases.get(form);
      if (base) return isWord(`${form}ing`) && form !== "left" ? null : base;
      return form.endsWith("ed") && !form.endsWith("eed") ? baseOf(stemsOf(form.slice(0, -2))) : null;
    },
    participleOfPast(form) {
      const base = bases.get(form);
      const participle = base && irregularForms.get(base)?.participle;
      return participle && participle !== form ? participle : null;
    },
  };
}

function third(base: string): string {
  if (base === "have") return "has";
  if (/(?:[sxz]|ch|sh|o)$/.test(base)) return `${base}es`;
  return /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

function stemsOfThird(form: string): string[] {
  if (form.endsWith("ies")) return [`${form.slice(0, -3)}y`];
  return /(?:[sxz]|ch|sh|o)es$/.test(form) ? [form.slice(0, -2), form.slice(0, -1)] : [form.slice(0, -1)];
}

/** Returns the possible bases of a stem: "shipp" of "shipping" is "ship". */
function stemsOf(stem: string): string[] {
  const stems = [`${stem}e`, stem];
  if (/([b-df-hj-np-tvz])\1$/.test(stem)) stems.push(stem.slice(0, -1));
  if (stem.endsWith("i")) stems.push(`${stem.slice(0, -1)}y`);
  return stems;
}

function withEnding(base: string, ending: "ing" | "ed"): string[] {
  if (ending === "ed" && /[^aeiou]y$/.test(base)) return [`${base.slice(0, -1)}ied`];
  if (/[^eoy]e$/.test(base)) return [base.slice(0, -1) + ending];
  if (base.endsWith("e") && ending === "ed") return [`${base}d`];
  return [base + ending, base + base.slice(-1) + ending];
}

/** The kinds of harper's rules that are about mistakes and not about style: what they found in sound sentences was next to nothing. */
const kinds: ReadonlySet<string> = new Set(
  "Agreement BoundaryError Eggcorn Grammar Malapropism Nonstandard Typo Usage WordOrder".split(" "),
);

/** Of the other kinds those that were never wrong on a sound sentence, and each found a planted mistake. */
const taken: ReadonlySet<string> = new Set(
  `AnA ThenThan SinceDuration DoubleModal WrongNegative LookingForwardTo LookForwardTo ItsContraction ToLoseTooLoose ModalOf
  NounVerbConfusion Cant AdjectiveDoubleDegree LetToDo Payed Therefore Without Meanwhile Nowadays AfterAll However Instead Myself
  Yourself Alongside Beforehand NoLonger ForAWhile InAWhile AfterAWhile ALongTime ForALongTime EveryTime OfCourse BestRegards KindRegards
  HalfAnHour InAHurry PeaceOfMind BareInMind MoreThatLikely NowKnownAs InNeedOf InDetail AsFollows FindOut GetUsedTo UseToUsedTo
  SupposedTo DoToDueTo ExceptOf AtLeasToLeast AtLestToLeast SafeToSave TooTo ToTwoToo ToTooIdioms WayTooAdjective PronounContraction
  WereWhere YourOutClauseAgreement`.split(/\s+/),
);

/** Rules of those kinds that were wrong on a sound sentence, or take a word for another that a shop means. */
export const refusedRules: ReadonlySet<string> = new Set(
  `The ThereIsAgreement SplitWords MassNouns AskNoPreposition OrthographicConsistency RepeatedWords EllipsisLength SingleBe
  Everyone MissingTo RedundantThat DisjointPrefixes HaveTakeALook MissingDeterminer ThisTypeOfThing WillNonLemma WrongNegative`.split(
    /\s+/,
  ),
);

/** Whether a rule of harper is taken, by its name and its kind. */
export function isTaken(rule: string, kind: string): boolean {
  return taken.has(rule) || kinds.has(kind);
}

/** The rule whose findings only say that a word is unknown. */
export const spellingRule = "SpellCheck";

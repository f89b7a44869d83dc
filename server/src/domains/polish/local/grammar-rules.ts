/**
 * The rules of harper that are taken. Of its 885 these are the ones about grammar and confused words that, on the demo
 * store's replies and the cases of the tests, were never wrong; style, brands, places and guesses at unknown words are not among them.
 */
export const grammarRules: ReadonlySet<string> = new Set(
  `AnA PronounVerbAgreement PronounInflectionBe IAmAgreement IDo HeDos HavePronoun ItsContraction ItsPossessive
  PronounContraction YourOutClauseAgreement ToTwoToo ToTooIdioms WayTooAdjective TooTo
  ThenThan ThatThan WereWhere TheirToThere TheirToTheyre ThereToTheir ThereOwn TheyreToTheir Theres ModalOf DidPast
  HelpedPast WillNonLemma SupposedTo UseToUsedTo GetUsedTo LookForwardTo LookingForwardTo OfCourse AnAnother AnotherThings
  AnotherOnes AnotherAn TheMy TheAnother ToTo NoLonger BestRegards KindRegards NeedHelp ForAWhile InAWhile AfterAWhile
  ALongTime ForALongTime Payed EveryTime InterestedIn AwareOf DespiteOf InsteadOf IsKnownFor PeaceOfMind BareInMind
  ThoughThought SimplePastToPastParticiple OneOfTheSingular Discuss ThereIsAgreement IsBeenAuxSequence CanBeSeen
  EverSince PleasRequestVerb GoingTo ToLoseTooLoose ExceptOf AtLeasToLeast AtLestToLeast TakeCareOf TakeALookTo AheadAnd
  InThe ItCan CantWay MoreThatLikely NowKnownAs DoToDueTo ConfirmThat DoesOrDose TheDifferenceBetween InNeedOf InDetail
  EachOthersPossessive ElsePossessive MakeSense MakeItSeem DoMistake LooksLikes However Instead Myself Yourself Therefore
  Without Meanwhile Nowadays AfterAll Didnt Cant LetToDo DontCan SafeToSave RegularIrregulars HalfAnHour InAHurry ThanksALot
  ForNoun HowMach PronounAre ProgressiveNeedsBe TheTheToThatThe InDueCourse AsFollows WasAloud FindOut Alongside Beforehand
  NounVerbConfusion ForFreeOfCharge SameAs MissingTo InflectedVerbAfterTo SpellCheck`.split(/\s+/),
);

/** The rule whose suggestions count only where the spelling dictionary agrees. */
export const spellingRule = "SpellCheck";

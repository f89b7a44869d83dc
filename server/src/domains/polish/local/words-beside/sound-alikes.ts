const groups = `its it's|your you're|there their they're|whose who's|then than|to too|lose loose|bare bear|past passed|no know|now know|here hear|
brake break|peace piece|of off|quite quiet|weather whether|affect effect|accept except|advice advise|principal principle|
stationary stationery|complement compliment|buy by bye|sale sail|weight wait|week weak|meet meat|steal steel|sight site cite|
right write|sent send|whole hole|new knew|our are|see sea|sun son|road rode|role roll|plain plane|pair pear|pane pain|heel heal|hire higher|
great grate|fare fair|die dye|dear deer|course coarse|cell sell|board bored|allowed aloud|waste waist|wear where|through threw|though through|
though thought|thorough through|tail tale|stair stare|some sum|role roll|sole soul|sort sought|seam seem|scene seen|root route|rap wrap|
practice practise|personal personnel|pour poor|poll pole|night knight|need knead|mist missed|lesson lessen|hour our|form from|flour flower|
feel fill|farther father|envelop envelope|desert dessert|device devise|chose choose|check cheque|breath breathe|born borne|
billed build|berry bury|beside besides|been bean|ball bawl|ate eight|any many|angel angle|trail trial|use used|well we'll|this these|
prove proof|believe belief|receive receipt|proceed precede|cloths clothes|dairy diary|later latter|moral morale|patients patience|
presents presence|thank think|thing think|things thinks|and an|loss lose|leased least|made maid|hi high|wood would|bee be|
sauce source|tide tied|wore war|worn warn|loan lone|lead led|ceiling sealing|currant current|draft draught|storey story|roll role|vain vein`;

/** Words that belong to a sentence and say nothing by themselves. */
export const smallWords: ReadonlySet<string> = new Set(
  "its it's your you're there their they're whose who's then than to too of off our are and an".split(" "),
);

/** What may have been meant by a word: those that sound like it, or are a letter apart and both common. */
export const soundAlikes: ReadonlyMap<string, readonly string[]> = othersOf(groups);

/** The other prepositions that may have been meant by one. */
export const otherPrepositions: ReadonlyMap<string, readonly string[]> = othersOf(
  "of for to at in on with from by about",
);

function othersOf(lists: string): Map<string, string[]> {
  const others = new Map<string, string[]>();
  for (const list of lists.replaceAll("\n", "").split("|")) {
    const words = list.split(" ");
    for (const word of words) {
      const known = others.get(word) ?? [];
      others.set(word, [...known, ...words.filter((other) => other !== word && !known.includes(other))]);
    }
  }
  return others;
}

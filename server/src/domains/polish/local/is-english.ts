// Short words that stand in almost every sentence of their language, and in hardly any of the others.
const english = wordsOf(
  `the and you your we our i is are was were have has had will would can could not to of for with this that it be been on
  from they please thank thanks sorry hello hi if but at an my me do does did as by or so there what when which`,
);
const foreign = wordsOf(
  `der die das und ich sie wir ist nicht ein eine einen ihr ihre ihnen mit auf für bitte danke wird wurde haben werden zu zum
  auch es im den dem von bei le la les des une et vous nous votre notre est pas que qui pour avec dans sur ce cette
  bonjour merci je du au el los las y usted su nuestro es no por para con del una está gracias hola pedido il lo gli di che
  non per sono una della grazie ciao het een en van wij uw niet voor met bedankt dank o os um uma não você obrigado seu`,
);

/** A word of either list that the other has too says nothing. */
function wordsOf(words: string): Set<string> {
  return new Set(words.split(/\s+/));
}

/**
 * Whether a paragraph is written in English, by its little words first and by how many of its words the dictionary
 * knows where those are too few. What is too short to judge (a name, "Merci!") counts as English only when every word is known.
 */
export function isEnglish(paragraph: string, isWord: (word: string) => boolean): boolean {
  const words = (paragraph.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).map((word) => word.toLowerCase().replace("’", "'"));
  if (words.length === 0) return true;
  const [here, there] = [count(words, english), count(words, foreign)];
  if (there > 1 && there > here) return false;
  const share = words.filter((word) => /^[a-z']+$/.test(word) && isWord(word)).length / words.length;
  return words.length < 4 ? here > there || share >= 0.5 : here / words.length >= 0.2 || share >= 0.6;
}

function count(words: readonly string[], list: ReadonlySet<string>): number {
  return words.filter((word) => list.has(word)).length;
}

import type { PolishLanguage } from "@deskhand/contract/polish";

type OtherLanguage = Exclude<PolishLanguage, "en">;

// Short words that almost every sentence of their language has; words that two languages share count for both.
const smallWords: readonly (readonly [OtherLanguage, ReadonlySet<string>])[] = Object.entries({
  de: `der die das und ich sie wir ist nicht ein eine einen einem einer ihr ihre ihren ihnen mit auf für bitte danke dank wird wurde haben hat
    werden zu zum zur auch es im den dem des von bei uns sich noch nach bis ab ohne aus kann können gern guten tag grüße sind war vielen das dass wenn
    lieferung paket bestellung rechnung tage tagen dauert heute morgen ungefähr`,
  fr: `le la les des une un et vous nous votre vos notre est pas que qui pour avec dans sur ce cette bonjour merci je du au aux en ne sera avons
    été à sont plus il elle mais ou où par son ses se si bien cordialement n'est c'est
    colis commande livraison prend trois jours matin demain remboursement`,
  es: `el la los las y usted su sus nuestro nuestra es no por para con del una un está gracias hola que se lo le les al pero más si ya hemos
    en de tiene puede qué son muy ha
    pedido paquete tres días lunes viernes martes color molestias factura también otras desde saludo equipo mucho tarda causadas llegó casa retraso dos quedan treinta`,
  it: `il lo la gli le di che non per sono una un del della grazie ciao è e suo sua ci si al alla nel nella dal con abbiamo ha da può in ma
    più se il nostro nostra i dei sul sulla ne
    pacco ordine domani giorni tre due anni spedizione gratuita garanzia colore resto codice sconto gradi saluti buona già stiamo restiamo sua dell dei piccola grande giornata tutto foto potrebbe numero arriva reso lo stato cordiali inviarci prodotto nostro dello numero trenta quale qual`,
  nl: `de het een en van wij we uw je niet voor met bedankt dank is zijn was op in te dat die er ons onze om aan naar bij kan kunt worden wordt
    heeft hebben maar u als nog ook deze
    pakket bestelling dagen drie twee jaar duurt dag nog niemand thuis geldt garantie verloopt groet uit vriendelijke fijne morgen gratis levering vijf kortingscode dinsdagmiddag`,
  pl: `i w na z się nie jest że do o dla za po czy to są jak od przez pan pani państwa dziękujemy dzień dobry jeśli już lub a ale nasz naszego
    może można proszę tego ten ta
    paczka paczki przesyłka przesyłki zamówienie zwrot trzy dwa lata jutro wczoraj dziś został pieniędzy miłego dnia kod rabatowy status kolor niestety pozdrawiamy wygasa trwa życzymy potrwa sprzedawane`,
  pt: `o a os as e do da dos das em no na um uma não que para com por seu sua você obrigado obrigada está é são foi ao à se mais nosso nossa
    pode de já mas olá temos
    encomenda pedido três dias dois obrigado muito bom dia hoje casa chegou demora atraso pedimos desculpa lamentamos cumprimentos tenha reembolso anos fatura cor`,
}).map(([language, words]) => [language as OtherLanguage, new Set(words.split(/\s+/))] as const);

/** Letters that only some languages have. */
const letters: readonly (readonly [RegExp, OtherLanguage])[] = [
  [/[äöß]/, "de"],
  [/[ąęłńśźż]/, "pl"],
  [/[ñ¿¡]/, "es"],
  [/[ãõ]/, "pt"],
  [/[œêèù]|\b(?:qu|d|l|n|c|j|s)['’]/, "fr"],
  [/[ìò]/, "it"],
];

const english = new Set(
  `the and you your is are was were for with not this that have has had we my our it to of in on at be been can could would will when where what
    please thank thanks hello hi dear order parcel refund i'm it's don't didn't hasn't i from but if about just still`.split(
    /\s+/,
  ),
);

/** Detects the language of a text among those with a dictionary, except English; null if its words are not conclusive. */
export function detectLanguage(text: string): OtherLanguage | null {
  return mostLikely(text, scoresOf(text));
}

/** Detects the language of a text among those with a dictionary, English among them; null if its words are not conclusive. */
export function languageOf(text: string): PolishLanguage | null {
  const score = wordsIn(text).filter((word) => english.has(word.replaceAll("’", "'"))).length;
  return mostLikely<PolishLanguage>(text, [...scoresOf(text), { language: "en", score }]);
}

type Score<Language> = { language: Language; score: number };

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];

function scoresOf(text: string): Score<OtherLanguage>[] {
  const lower = text.toLowerCase();
  const words = wordsIn(text);
  return smallWords.map(([language, ownWords]) => ({
    language,
    score:
      words.filter((word) => ownWords.has(word)).length +
      letters.filter(([pattern, its]) => its === language && pattern.test(lower)).length,
  }));
}

function mostLikely<Language>(text: string, scores: readonly Score<Language>[]): Language | null {
  const [first, second] = scores.toSorted((a, b) => b.score - a.score);
  if (!first || first.score < 2 || first.score / wordsIn(text).length < 0.12) return null;
  return second && second.score === first.score ? null : first.language;
}

/** So much of a text says its language. */
const textRead = 2_000;

/**
 * Returns the language of a mail among those that ratings are asked for in: by its script, where a script has one language, else by the
 * small words and letters that it has. English where nothing says so.
 */
export function mailLanguage(text: string): string {
  const read = text.slice(0, textRead).toLowerCase();
  return byScript(read) ?? byWords(read) ?? "en";
}

type Script = { letters: RegExp; language: (text: string) => string };

const han = /\p{Script=Han}/u;
/** Characters that only one of the two ways to write Chinese has. */
const traditional = /[們這個請問訂單還貨嗎時謝會對無發國買賣點關開員應當產]/gu;
const simplified = /[们这个请问订单还货吗时谢会对无发国买卖点关开员应当产]/gu;

/** Scripts, those before others that are part of them first. */
const scripts: readonly Script[] = [
  { letters: /\p{Script=Hangul}/u, language: () => "ko" },
  { letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, language: () => "ja" },
  { letters: han, language: (text) => (count(text, traditional) > count(text, simplified) ? "zh-Hant" : "zh") },
  { letters: /\p{Script=Thai}/u, language: () => "th" },
  { letters: /\p{Script=Devanagari}/u, language: () => "hi" },
  { letters: /\p{Script=Hebrew}/u, language: () => "he" },
  { letters: /\p{Script=Greek}/u, language: () => "el" },
  { letters: /\p{Script=Arabic}/u, language: arabic },
  { letters: /\p{Script=Cyrillic}/u, language: cyrillic },
];

/** Letters of a script, at least, to count as the text's: a name or a word of it may stand in any mail. */
const fewestLetters = 4;

function byScript(text: string): string | undefined {
  const all = count(text, /\p{L}/gu);
  return scripts
    .find(({ letters }) => {
      const own = count(text, new RegExp(letters, "gu"));
      return own >= fewestLetters && own * 3 >= all;
    })
    ?.language(text);
}

function arabic(text: string): string {
  if (/[ٹڈڑںےہھ]/u.test(text)) return "ur";
  return /[پچژگ]/u.test(text) || /[کی]/u.test(text) ? "fa" : "ar";
}

function cyrillic(text: string): string {
  if (/[іїєґ]/u.test(text)) return "uk";
  if (/[ѓќѕ]/u.test(text)) return "mk";
  if (/[ђћ]/u.test(text)) return "sr";
  if (/[ыэё]/u.test(text)) return "ru";
  if (/[јљњџ]/u.test(text)) return /није|јесте|молим|хвала|поруџбин/u.test(text) ? "sr" : "mk";
  return /[ъщ]/u.test(text) && /(?:^|\P{L})(?:се|са|ми|ви|моля|благодаря|поръчка\p{L}*|не съм|още)(?!\p{L})/u.test(text)
    ? "bg"
    : "ru";
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Small words of the languages in Latin letters, and what people write to stores. */
const smallWords: Record<string, string> = {
  en: `the and you your is are was were for with not this that have has had we my our it to of in on at be been can could would when where what
    please thank thanks hello hi dear order parcel refund it's don't didn't hasn't but if about still arrived yet`,
  de: `der die das und ich sie wir ist nicht ein eine einen mit auf für bitte danke haben hat werden zu zum zur es im den dem von bei sich noch
    nach aus kann guten tag hallo war dass wenn meine mein bestellung paket lieferung wo wann`,
  fr: `le la les des une un et vous nous votre est pas que qui pour avec dans sur ce cette bonjour merci je du au mon ma ne commande colis
    n'est où quand toujours pouvez reçu`,
  es: `el la los las y usted su nuestro es no por para con del una un está gracias hola que se lo mi pero ya pedido paquete dónde cuándo quiero
    tengo buenos días ha llegado`,
  it: `il lo la gli di che non per sono una un del della grazie ciao buongiorno è mio mia ordine pacco dove quando ancora arrivato salve ho
    vorrei`,
  nl: `de het een en van wij uw je niet voor met bedankt dank is mijn op te dat die er om aan naar bij kan heeft hebben maar nog bestelling
    pakket waar wanneer goedendag ik beste`,
  pt: `o a os as do da não que para com por seu sua minha meu obrigado obrigada está é encomenda pedido onde quando ainda chegou olá bom dia boa
    tarde em uma`,
  sv: `och jag det är inte att en ett på som med för har min mitt hej tack beställning paket var när kan ni mig om fortfarande kommit`,
  da: `og jeg det er ikke at en et på som med for har min mit hej tak bestilling pakke hvor hvornår kan i mig om endnu kommet af`,
  nb: `og jeg det er ikke å en et på som med for har min mitt hei takk bestilling pakke hvor når kan dere meg om ennå kommet av`,
  fi: `ja on ei että en minun tilaus tilaukseni paketti missä milloin kiitos hei moi ole olen vielä saapunut voitteko mutta se terveisin päivää`,
  is: `og ég er ekki að það sem með til fyrir pöntun pöntunin mín hvar hvenær takk hæ halló pakki ennþá komin góðan daginn á`,
  ca: `el la els les i que no és amb per una un meva meu comanda paquet on quan gràcies hola bon dia encara ha arribat si us plau bona tarda`,
  gl: `o a os as e que non é con por unha un meu miña pedido paquete onde cando grazas ola bo día aínda chegou bos días teño`,
  eu: `eta da ez dut nire eskaera non noiz eskerrik asko kaixo egun on oraindik iritsi pakete baina duzu mesedez du ditut naiz`,
  pl: `i w na z się nie jest że do o dla za po czy to są jak moje mój zamówienie paczka gdzie kiedy dziękuję dzień dobry jeszcze proszę witam`,
  cs: `a v na se je že do pro za po jak moje můj objednávka zásilka kde kdy děkuji dobrý den ještě prosím nepřišla jsem mi ne byla nebo už`,
  sk: `a v na sa je že do pre za po ako moja môj objednávka zásielka kde kedy ďakujem dobrý deň ešte prosím neprišla som mi nie bola alebo už`,
  hu: `a az és nem hogy van egy meg már még rendelésem rendelés csomag hol mikor köszönöm köszönettel üdvözlettel kérem jó napot szeretném`,
  ro: `și nu este că pentru cu la din mea meu comanda comandă coletul unde când mulțumesc bună ziua încă ajuns vă rog dar sunt am salut`,
  hr: `i je na se da nije sam moja moj narudžba paket gdje kada hvala dobar dan još molim stigla stigao vas za što ili ali poštovani`,
  sl: `in je na se da ni sem moje moj naročilo paket kje kdaj hvala dober dan še prosim prispelo prispel vas za kaj ali pozdravljeni lep`,
  lt: `ir ne yra kad mano užsakymas siunta kur kada ačiū laba diena dar prašau iš į su bet ar labas sveiki negavau`,
  lv: `un nav ir ka mans pasūtījums sūtījums kur kad paldies labdien vēl lūdzu no ar bet vai sveiki saņēmu es man`,
  et: `ja ei on et minu tellimus pakk kus millal aitäh tere veel palun aga mul ma kas pole saabunud kohale tervist`,
  sq: `dhe nuk është që për me të në porosia ime pakoja ku kur faleminderit përshëndetje ende mirëdita ju lutem ka mbërritur`,
  tr: `ve bir bu için ile değil nerede ne zaman siparişim sipariş kargo paket teşekkürler teşekkür ederim merhaba lütfen henüz gelmedi mi benim
    ama çok iyi günler`,
  vi: `và của tôi là không có được cho đơn hàng chưa ở đâu khi nào cảm ơn xin chào đến nhận vẫn gói với này`,
  id: `dan saya yang tidak di ini itu untuk pesanan paket dengan terima kasih halo belum kapan mana ada sampai tolong selamat pagi siang dari`,
};

const listed = Object.entries(smallWords).map(([language, words]) => [language, new Set(words.split(/\s+/))] as const);

/** Letters that only a few languages have, each as good as a word of theirs. */
const letters: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ß/, ["de"]],
  [/[ąęśźż]|ł/, ["pl"]],
  [/[ñ¿¡]/, ["es", "gl"]],
  [/[ãõ]/, ["pt"]],
  [/[œêù]|\b(?:qu|d|l|n|c|j|s)['’]/, ["fr", "ca", "it"]],
  [/[åä]/, ["sv", "fi"]],
  [/[øæ]/, ["da", "nb"]],
  [/[ðþ]/, ["is"]],
  [/[řěů]/, ["cs"]],
  [/[ľĺŕôď]/, ["sk"]],
  [/[őű]/, ["hu"]],
  [/[țșăîâ]/, ["ro"]],
  [/[ćđ]/, ["hr"]],
  [/[ėįųū]/, ["lt"]],
  [/[āēīģķļņ]/, ["lv"]],
  [/õ/, ["et"]],
  [/ë/, ["sq"]],
  [/[ğış]/, ["tr"]],
  [/[ơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/, ["vi"]],
];

/** Fewer words, or as many of another language, say nothing. */
const fewestWords = 2;

function byWords(text: string): string | undefined {
  const words = text.match(/\p{L}[\p{L}\p{M}'’]*/gu)?.map((word) => word.replaceAll("’", "'")) ?? [];
  const [first, second] = listed
    .map(([language, own]) => {
      const ofLetters = letters.filter(([pattern, its]) => its.includes(language) && pattern.test(text)).length;
      return { language, score: words.filter((word) => own.has(word)).length + ofLetters };
    })
    .toSorted((one, other) => other.score - one.score);
  if (!first || first.score < fewestWords) return undefined;
  return second && second.score === first.score ? undefined : first.language;
}

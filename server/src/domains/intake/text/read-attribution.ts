// Words that mail programs put above quoted mail, in the languages of their menus. Case does not matter.

/** Whole words before or inside a date: prepositions, weekdays and what stands between them. */
const dateWords = new Set(
  [
    "on at am um le il giorno el en em no dia op den d dem på w dniu dnia in data vào lúc dne dňa ve v o u в во на στις la în pe de a",
    "pada tanggal pukul ngày ב בתאריך ביום יום في يوم الساعة kl klo kello kell kuupäev hari 在 于 於 وقت ในวันที่ วันที่ เมื่อ dana del dia",
    "mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday",
    "mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
    "lun mar mer jeu ven sam dim lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunes martes mié mie miércoles miercoles jue jueves vie viernes sáb sab sábado sabado dom domingo",
    "lunedì martedì mercoledì gio giovedì venerdì sabato domenica",
    "seg ter qua qui sex segunda terça quarta quinta sexta segunda-feira terça-feira quarta-feira quinta-feira sexta-feira feira",
    "ma di wo do vr za zo maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "mån tis ons tor tors fre lör sön måndag tisdag onsdag torsdag fredag lördag söndag",
    "man tir lør søn mandag tirsdag lørdag søndag",
    "ti ke to pe su maanantai maanantaina tiistai tiistaina keskiviikko keskiviikkona torstai torstaina perjantai perjantaina lauantai lauantaina sunnuntai sunnuntaina",
    "pon wt śr sr czw pt pią sob niedz nie nd poniedziałek wtorek środa czwartek piątek sobota niedziela",
    "po út ut st čt št pá pi so ne pondělí úterý středa čtvrtek pátek neděle pondelok utorok streda štvrtok piatok nedeľa",
    "h k sze cs p szo v hétfő kedd szerda csütörtök péntek szombat vasárnap",
    "mie joi vin sâm dum luni marți marţi miercuri joi vineri sâmbătă duminică",
    "пн вт ср чт пт сб вс нд понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье",
    "понеділок вівторок середа середу четвер п'ятниця пʼятниця п’ятниця субота суботу неділя неділю",
    "понеделник вторник сряда четвъртък петък събота неделя",
    "δευ τρι τετ πεμ παρ σαβ κυρ δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή",
    "pzt sal çar per cum cmt paz pazartesi salı çarşamba perşembe cuma cumartesi pazar",
    "ned pon uto sri čet pet sub ponedjeljak utorak srijeda četvrtak petak subota nedjelja ponedeljak sreda tor",
    "sen sel rab kam jum min senin selasa rabu kamis jumat sabtu minggu th thứ cn hai ba tư năm sáu bảy",
    "dl dt dc dj dv ds dg e r l pirmd otrd trešd ceturtd piektd sestd svētd pr an tr kt pn št sk",
    "ראשון שני שלישי רביעי חמישי שישי שבת א׳ ב׳ ג׳ ד׳ ה׳ ו׳ الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد",
    "noong isn þann mán þri mið fim fös lau пон уто сре чет пет суб нед у सोम मंगल बुध गुरु शुक्र शनि रवि در تاریخ دوشنبه سه‌شنبه چهارشنبه پنجشنبه جمعه شنبه یکشنبه",
    "จ อ พ พฤ ศ ส อา 周一 周二 周三 周四 周五 周六 周日 週一 週二 週三 週四 週五 週六 週日 星期一 星期二 星期三 星期四 星期五 星期六 星期日 日 月 火 水 木 金 土 上午 下午 午前 午後 오전 오후 월 화 수 목 금 토 일",
  ].flatMap((words) => words.split(" ")),
);

/** Words of an introduction besides date, name and verb. */
const fillers = new Set(
  [
    "at um om à às alle ore a las kl klo kello o godz u la la σtis στις π μ v ve ora orele saat pukul lúc vào uhr est heeft hat har ha han has have",
    "het volgende følgende følende följande folgendes folgende le ezt következőt időpont időpontban dátummal keltezéssel şunu şunları tarihinde saatinde",
    "odesílatel odesilatel użytkownik uživatel používateľ пользователь користувач потребител lietotājs користувача χρήστης ο η ο/η kasutaja oseba je",
    "von van from par de por da di od от від mot för from przez na w dniu dnia dne am on el il op den em le via über and und et y e och og ja i der of",
    "tramite mailto for per bei bij pm am gmt utc cet cest mez mesz eet eest bst est edt cst cdt mst mdt pst pdt г р ч ص م في تمت كتابة ما يلي بواسطة מאת ב",
    "이 가 님이 さん は が dari dương wrote writes napisana wiadomość message je si ne је les dia del",
  ].flatMap((words) => words.split(" ")),
);

/** The verb of an introduction. */
const verbs =
  "wrote|writes|sent|says|schrieb|schrieben|schreibt|geschrieben|schreef|geschreven|(?:a )?écrit|escribió|escribio|(?:ha )?scritto|escreveu|skrev|skreiv|kirjoitti|kirjutas|napisał(?:\\(a\\)|a)?|napisana|pisze|napsal(?:a|i)?(?:\\([ai]\\))?|napísal(?:a|i)?(?:\\(a\\))?|píše|написал(?:а|и)?(?:\\(а\\))?|писал(?:а)?(?:\\(а\\))?|пишет|пише|написав(?:\\(-ла\\)|ла)?|написала|написа|írta|yazdı|đã viết|viết|a scris|έγραψε|menulis|napisao(?: je)?|napisala|написао(?:/ла)?|missatge|sumulat|skrifaði|geskryf|escribiu|लिखा|نوشت|rašė|rakstīja|va escriure|ha escrit|כתב(?:ה|/ה)?|كتب(?:ت)?|کتبت|كتابة|のメール|书き込み";

/** Verbs of East Asian introductions, which stand at the end without a blank before them. */
const easternVerbs = "写道|寫道|書きました|作成|작성|쓴 글|写到|のメール|เขียนว่า";

/**
 * How certain an attribution ("On <date> <somebody> wrote:") is: in any case, or only if the text below is marked as a
 * quote.
 */
type Attribution = "certain" | "above_a_quote";

/** The first two lines of words that stood on several lines, and the words below the first. */
export type AttributionLines = { first: string; second: string; below: string };

const month = "[\\p{L}\\p{M}][\\p{L}\\p{M}'’׳.॰]{1,13}";
const time = "\\d{1,2}\\s?(?:[:.h時点时시]|uhr)\\s?\\d{2}(?!\\d)|\\d{1,2}\\s?[ap]\\.?m\\b|\\d{1,2}時";
const dates = [
  "\\d{4}\\s?[年년./-]\\s?\\d{1,2}\\s?[月월./-]\\s?\\d{1,2}(?:\\s?[日号號일])?",
  "\\d{1,2}\\s?[./-]\\s?\\d{1,2}\\s?[./-]\\s?\\d{2,4}",
  "\\d{1,2}-\\p{L}{3,10}\\.?-\\d{2,4}",
  `\\d{1,2}(?:\\.|er|st|nd|rd|th|º)?,?\\s(?:de\\s|d['’])?${month},?\\s(?:de\\s|del\\s)?\\d{4}`,
  `${month}\\s\\d{1,2}(?:st|nd|rd|th)?,?\\s\\d{4}`,
  `\\d{4}[.,]?\\s(?:g\\.\\s\\d{1,2}\\.\\s${month}|${month}\\s\\d{1,2})`,
  "\\d{1,2}\\s(?:thg|tháng)\\s[\\d\\p{L}]{1,6},?\\s(?:năm\\s)?\\d{4}",
];
// A date without a year counts only if a time follows.
const yearless = `(?:\\d{1,2}\\.?\\s(?:de\\s)?${month}|${month}\\s\\d{1,2}),?\\s(?:[\\p{L}()]{1,6}\\.?\\s){0,2}(?=${time})`;
const datePattern = new RegExp(`(?<!\\d)(?:(?:${dates.join("|")})(?!\\d)|${yearless})`, "iu");
const year = /\d{4}|\d[./-]\d{1,2}[./-]\d/;
const timePattern = new RegExp(`(?<!\\d)(?:${time})`, "iu");
const boundary = "(?=$|[\\s:：*\"'<>,(-])";
const verbPattern = new RegExp(`(?<=^|[\\s>)"*\\]»”’،,])(?:${verbs})${boundary}|${easternVerbs}`, "iu");
const allVerbs = new RegExp(verbPattern.source, "giu");
const verbAtEnd = new RegExp(`(?:(?<=^|[\\s>)"*\\]»”’،,])(?:${verbs})|(?:${easternVerbs}))$`, "iu");
const easternEnd = new RegExp(`(?:${easternVerbs})\\s?[:：]?$`, "u");
// "On Monday I wrote:", in either order, is somebody's own sentence.
const persons =
  "i|we|he|she|they|ich|wir|er|je|j'ai|nous|il|elle|ils|yo|io|eu|jag|jeg|ik|wij|hij|zij|han|hon|hun|minä|ja|já|én|я|мы|он|она|аз|ми|він|вона|εγώ|ben";
const personVerb = new RegExp(
  `(?:^|\\s)(?:${persons})\\s(?:have |had |also |just |already |hab |habe |ai |avons |ho |har |heb )?(?:${verbs})${boundary}|(?:^|\\s)(?:${verbs})\\s(?!je[\\s:：])(?:${persons})(?=$|[\\s:：])`,
  "iu",
);
const addressee =
  /(?:^|\s)(?:you|sie|du|ihr|vous|tu|usted|ustedes|vos|você|vocês|lei|voi|je|jij|ni|te|ty|pan|pani|вы|ты|ви|siz|sen)(?=$|[\s:：])/iu;
// One character before the "@" is enough to recognize an address, and cannot backtrack.
const address = /[^\s<>()"@]@[\p{L}\d_][\p{L}\d_.-]/u;
const bracketed = /[<([][^<>()[\]]{1,200}@[^<>()[\]]{1,200}[>)\]]/;
const quoting =
  /^(?:quoting|zitat von|zitiere|citando(?: a)?|citat|citerar|citeren|cytowanie|selon|цитирование|цитат от|цитат|lainaus)\s/iu;

/** Makes words plain: one line, without marks of quoting, emphasis and direction, and with digits 0 to 9. */
export function plainWords(text: string): string {
  return text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff*_]/g, "")
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .replace(/[\s\u00a0\u202f]+/g, " ")
    .replace(/^[\s>|~=-]{1,60}/, "")
    .replace(/[\s~=|-]{1,60}$/, "")
    .trim();
}

/** Whether text contains an e-mail address. */
export function hasAddress(text: string): boolean {
  return address.test(text);
}

/** Whether text contains a time of day. */
export function hasTime(text: string): boolean {
  // "01.02" in a date is no time.
  return timePattern.test(plainWords(text.slice(0, 300)).replace(datePattern, " "));
}

/** Whether text contains a day with its month, and a year or time. */
export function hasDate(text: string): boolean {
  return datePattern.test(plainWords(text.slice(0, 300)));
}

/** A quick check whether a line may be the last of an attribution. */
export function mayEndAttribution(line: string): boolean {
  const end = line.slice(-100).replace(/[\s*_~=|\u00a0\u200b-\u200f\u202a-\u202e\u2066-\u2069-]{1,60}$/, "");
  if (/[:：]$/.test(end)) return true;
  if (/[>)]$/.test(end)) return address.test(end) || verbAtEnd.test(end.slice(-30));
  return /\p{L}$/u.test(end) && verbAtEnd.test(end.slice(-30));
}

/** Whether a plain line begins with a preposition or a weekday and contains a number: "On Wed, Dec 9, John". */
export function beginsWithDay(line: string): boolean {
  return /\d/.test(line) && dateWords.has((/^[\p{L}\p{M}]{1,20}/u.exec(line)?.[0] ?? "").toLowerCase());
}

/** Whether a line ends with a verb of writing ("… wrote:") that is about somebody else. */
export function endsWithWroteVerb(line: string): boolean {
  const words = plainWords(line.slice(-80)).replace(/\s?[:：]$/, "");
  return verbAtEnd.test(words) && !personVerb.test(words);
}

/** Judges whether plain `words` are an attribution with a date; null if not. */
export function judgeDated(words: string, lines: AttributionLines | null, isQuoteNext: boolean): Attribution | null {
  const date = /\d/.test(words) ? datePattern.exec(words) : null;
  if (!date || personVerb.test(words)) return null;
  const before = words.slice(0, date.index);
  const after = words.slice(date.index + date[0].length);
  const judged = isHead(before)
    ? judgeDateFirst(words, after, isQuoteNext)
    : judgeSenderFirst(words, before, after, isQuoteNext);
  if (judged === null || (lines && !isWrapped(lines, isHead(before)))) return null;
  return isQuoteNext || (judged === "certain" && (bracketed.test(words) || !addressee.test(words))) ? judged : null;
}

/** Judges whether plain `words` are an attribution by sender and verb alone, which counts only above a marked quote. */
export function judgeUndated(words: string, isQuoteNext: boolean): Attribution | null {
  if (!isQuoteNext || words.length > 300 || personVerb.test(words)) return null;
  const sender = bracketed.exec(words);
  const isWithVerb = verbPattern.test(words) && (/[:：]$/.test(words) || verbAtEnd.test(words));
  if (sender && isWithVerb && isName(words)) return "above_a_quote";
  if (sender && quoting.test(words) && /[:：]$/.test(words)) return "above_a_quote";
  return /^\S{1,64}@[\w.-]{1,190}\s/.test(words) && isWithVerb && words.split(" ").length <= 4 ? "above_a_quote" : null;
}

// Matches "On <date>, <sender> wrote:", "Am <Tag> schrieb <Absender>:" and "<date> <sender>:".
function judgeDateFirst(words: string, after: string, isQuoteNext: boolean): Attribution | null {
  const isColon = /[:：]$/.test(words);
  const verb = verbPattern.exec(after);
  const sender = stripTime(after);
  if (!verb) {
    if (/(?:^|\s)[^\s<>@]{1,64}@[\w.-]{1,190}\s?[:：]$/.test(after))
      return hasTime(words) && isName(sender) ? "certain" : null;
    if (!bracketed.test(after) || isSelf(sender)) return null;
    if (/[>)\]"»”]{1,3}\s?[:：]$/.test(words)) return hasTime(words) ? "certain" : null;
    return isQuoteNext && (isColon || /[>)]$/.test(words)) ? "above_a_quote" : null;
  }
  if (!isColon && !verbAtEnd.test(words)) return null;
  if (bracketed.test(after) || (address.test(after) && isName(sender))) return isSelf(sender) ? null : "certain";
  if (nameWords(sender).length === 0) return null;
  const isWhole = hasTime(words) && year.test(words);
  return isWhole && isName(sender) ? "certain" : isQuoteNext ? "above_a_quote" : null;
}

// Matches "<sender> wrote on <date>:", "<sender>于<date>写道：" and "<sender>, <date> tarihinde şunu yazdı:".
function judgeSenderFirst(words: string, before: string, after: string, isQuoteNext: boolean): Attribution | null {
  const isColon = /[:：]$/.test(words);
  const isVerbBefore = verbPattern.test(before);
  if (!isVerbBefore && !verbPattern.test(after)) return isQuoteNext ? judgeVerbless(words, before, after) : null;
  if (!(isColon || easternEnd.test(words)) || !isName(before) || nameWords(stripTime(after)).length > 2) return null;
  // With an address on each side, the first belongs to the writer's own line above.
  if (bracketed.test(before)) return bracketed.test(after) ? null : "certain";
  // The sender is on the line above.
  if (isVerbBefore && !address.test(before) && nameWords(before).length === 0) return null;
  if (isVerbBefore && address.test(before) && hasTime(words)) return "certain";
  return isQuoteNext && (isVerbBefore || easternEnd.test(words)) ? "above_a_quote" : null;
}

// Matches "* <sender> [<date>]:" and "<sender> (<date>):".
function judgeVerbless(words: string, before: string, after: string): Attribution | null {
  const head = /[>)\]]\s?[[(]([^<>()[\]]{0,30})$/.exec(before)?.[1];
  const isEnclosed = head !== undefined && isHead(head) && /[\])]\s?[:：]$/.test(after);
  const isWhole = hasTime(words) && nameWords(stripTime(after)).length === 0;
  return isEnclosed && isWhole && bracketed.test(before) && isName(before) ? "above_a_quote" : null;
}

/**
 * Whether an attribution may continue below a plain line: the line ends no sentence and contains only names, or it ends inside an
 * address.
 */
export function mayReadOn(line: string): boolean {
  if (/<[^<>]{0,200}$/.test(line)) return true;
  return !/[!?;。！？…]$|(?<!\([^()]{1,20})[:：]$/.test(line) && isName(stripTime(line.replace(datePattern, " ")));
}

/** Whether plain words are an attribution that lacks only the date. */
export function saysSender(words: string): boolean {
  return judgeUndated(words, true) !== null && nameWords(words).length > 0 && !hasTime(words);
}

const courtesy =
  /^(?:(?:with |mit |avec |con |com |med |z |s )?(?:\p{L}{1,15} ){0,2}(?:thank|regards|wishes|cheers|sincerely|dank|grüß|gruss|gruß|merci|salutations|cordialement|gracias|saludos|grazie|saluti|obrigad|cumprimentos|abraços|groet|tack|hälsning|hilsen|takk|terveisin|kiitos|pozdr|dzięku|děku|ďaku|köszön|üdv|mulțum|спасибо|уважением|привет|дякую|повагою|благодар|поздрави|ευχαριστώ|teşekk|saygı|selam)|best$|yours)/iu;

/**
 * Whether the plain line `above` is the sender's name before an attribution that begins with the address in `below`: it ends in "<", or
 * it is a name of several words and the whole is longer than a line that programs leave unbroken (RFC 3676: up to 78 characters).
 */
export function isBrokenBeforeAddress(above: string, below: string): boolean {
  if (above.length > 60 || /[\d@,:：]/.test(above)) return false;
  const names = nameWords(above).filter((word) => /^[\p{Lu}\p{Lo}]/u.test(word));
  if (above.endsWith(" <"))
    return names.length === nameWords(above).length && /^[^\s<>]{1,200}@[^\s<>]{1,200}>/.test(below);
  if (above.length + below.length < 76) return false;
  return names.length >= 2 && /^[<(][^<>()\s]{1,200}@[^<>()\s]{1,200}[>)]/.test(below) && !isCourtesy(above);
}

/** Whether a plain line closes a letter, so that the name below is its writer's. */
export function isCourtesy(line: string): boolean {
  return /,$/.test(line) || (!/[:：]$/.test(line) && line.length <= 40 && courtesy.test(line));
}

// A line with a date, above a complete attribution, may be the writer's own, so it must look like a program's.
function isWrapped({ first, second, below }: AttributionLines, isDateFirst: boolean): boolean {
  const isComplete = saysSender(below);
  if (!isDateFirst) return !isComplete;
  if (first.length + (second.split(" ")[0] ?? "").length >= 55) return true;
  const isDateOnly = /^\d/.test(first) && nameWords(stripTime(first.replace(datePattern, " "))).length === 0;
  return !isDateOnly && (!isComplete || (hasTime(first) && hasDate(first) && year.test(first)));
}

// Whether words are nothing but prepositions, weekdays and times.
function isHead(words: string): boolean {
  if (words.length > 40) return false;
  const parts = stripTime(words)
    .toLowerCase()
    .split(/[\s,.،、()"-]+/)
    .filter((word) => !/^\d?$/.test(word) && !dateWords.has(word));
  return parts.length === 0;
}

function stripTime(words: string): string {
  return words.replace(/\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?/g, " ").replace(/[+-]\d{2}:?\d{2}\b/g, " ");
}

/** Returns the words that may be a name, without addresses, numbers, verbs and words of introductions. */
function nameWords(words: string): string[] {
  return words
    .replace(/[<([][^<>()[\]]{0,300}@[^<>()[\]]{0,200}[>)\]]/g, " ")
    .replace(allVerbs, " ")
    .replace(/\([^()]{0,60}\)/g, " ")
    .split(/[\s,،、，"“”„«»<>()[\]:：]+/)
    .map((word) => word.replace(/^[.'’-]{1,3}|[.'’-]{1,3}$/g, ""))
    .filter((word) => {
      const lower = word.toLowerCase();
      return /\p{L}/u.test(word) && !/[\d@]/.test(word) && !fillers.has(lower) && !dateWords.has(lower);
    });
}

const selfWords = new Set(
  "i i'm i've my me we our us your you yours ich wir mein meine meinen ihr ihre je nous mon ma mes votre vos yo mi mis su mio mia nostro eu meu minha ik wij mijn uw jag vi min mitt er jeg mit vår minä mój moja můj moje я мы мой моя наш ваш".split(
    " ",
  ),
);

// A name has few words, at most one of them in lower case; in scripts without case it is short.
function isName(words: string): boolean {
  const names = nameWords(words);
  const small = names.filter((word) => /^\p{Ll}/u.test(word));
  const caseless = names.filter((word) => /^\p{Lo}/u.test(word)).join("");
  return names.length <= 8 && small.length <= 1 && caseless.length <= 20 && !isSelf(words);
}

// "your colleague" and "ich habe" are the writer's own words.
function isSelf(words: string): boolean {
  const names = nameWords(words);
  return (
    names.some((word) => (/^\p{Ll}/u.test(word) || word === "I") && selfWords.has(word.toLowerCase())) ||
    /^(?:My|Our|Your|We|You)$/.test(names[0] ?? "")
  );
}

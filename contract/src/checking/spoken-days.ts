import type { Language } from "./languages/words.ts";
import { type Day, readDates, type WrittenDate } from "./read-dates.ts";
import type { Reading } from "./read-reply.ts";

/** How a language speaks of days: by their distance from today, and by their names, from Sunday on. */
interface SpokenDays {
  /** Alternatives of patterns for the days so many before today. */
  before: Readonly<Record<0 | 1 | 2, string>>;
  /** "%" stands for the number of days. */
  ago: string;
  numbers: readonly (readonly [word: string, count: number])[];
  weekdays: readonly string[];
  /** Right before or behind a weekday: it is one to come, or each. */
  other: string;
}

const spoken: Readonly<Record<Language, SpokenDays>> = {
  en: {
    before: {
      0: "today|this (?:morning|afternoon|evening)|earlier today|just now|tonight",
      1: "(?<!day before )yesterday(?: (?:morning|afternoon|evening|night))?|last night",
      2: "(?:the )?day before yesterday",
    },
    ago: "% days ago",
    numbers: [
      ["two", 2],
      ["three", 3],
      ["four", 4],
      ["five", 5],
      ["six", 6],
    ],
    weekdays: ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"],
    other: "next|coming|every|each|this coming|following|any",
  },
  de: {
    before: {
      0: "heute(?: (?:morgen|früh|vormittag|mittag|nachmittag|abend))?|soeben",
      1: "(?<!vor)gestern(?: (?:morgen|früh|vormittag|mittag|nachmittag|abend|nacht))?",
      2: "vorgestern",
    },
    ago: "vor % tagen",
    numbers: [
      ["zwei", 2],
      ["drei", 3],
      ["vier", 4],
      ["fünf", 5],
      ["sechs", 6],
    ],
    weekdays: ["sonntag", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "(?:samstag|sonnabend)"].map(
      (name) => `${name}(?:morgen|vormittag|mittag|nachmittag|abend)?`,
    ),
    other: "nächste[nrms]?|kommende[nrms]?|jede[nrms]?|übernächste[nrms]?|darauf|folgende[nrms]?|künftige[nrms]?",
  },
  fr: {
    before: {
      0: "aujourd'hui|ce (?:matin|midi|soir)|cet(?:te)? après-midi|tout à l'heure",
      1: "(?<!avant[- ])hier(?: (?:matin|midi|soir|après-midi))?|cette nuit",
      2: "avant[- ]hier",
    },
    ago: "il y a % jours",
    numbers: [
      ["deux", 2],
      ["trois", 3],
      ["quatre", 4],
      ["cinq", 5],
      ["six", 6],
    ],
    weekdays: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
    other: "prochain|chaque|suivant|tous les|en huit|qui vient",
  },
  es: {
    before: {
      0: "hoy|esta (?:mañana|tarde|noche)|hace un rato",
      1: "(?<!antes de )ayer(?: por la (?:mañana|tarde|noche))?|anoche",
      2: "anteayer|antes de ayer|antier",
    },
    ago: "hace % días",
    numbers: [
      ["dos", 2],
      ["tres", 3],
      ["cuatro", 4],
      ["cinco", 5],
      ["seis", 6],
    ],
    weekdays: ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"],
    other: "próximo|que viene|cada|siguiente|todos los|los",
  },
  it: {
    before: {
      0: "oggi|stamattina|stamani|stamane|questa mattina|questo pomeriggio|oggi pomeriggio|stasera|poco fa",
      1: "(?<!altro )(?<!l'altro)ieri(?: (?:mattina|pomeriggio|sera))?|stanotte",
      2: "l'altro ieri|altro ieri|avantieri|l'altroieri",
    },
    ago: "% giorni fa",
    numbers: [
      ["due", 2],
      ["tre", 3],
      ["quattro", 4],
      ["cinque", 5],
      ["sei", 6],
    ],
    weekdays: ["domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"],
    other: "prossim[oa]|ogni|seguente|che viene|tutti i",
  },
  nl: {
    before: {
      0: "vandaag|van(?:ochtend|morgen|middag|avond)|zojuist|daarnet",
      1: "(?<!eer)gister(?:en)?(?:ochtend|morgen|middag|avond)?|vannacht",
      2: "eergisteren",
    },
    ago: "% dagen geleden",
    numbers: [
      ["twee", 2],
      ["drie", 3],
      ["vier", 4],
      ["vijf", 5],
      ["zes", 6],
    ],
    weekdays: ["zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"].map(
      (name) => `${name}(?:ochtend|morgen|middag|avond)?`,
    ),
    other: "volgende|komende|elke|iedere|aanstaande|eerstvolgende|aankomende|daarop",
  },
  pl: {
    before: {
      0: "dzisiaj|dziś|dzis|przed chwilą|dzisiejszego",
      1: "(?<!przed)wczoraj",
      2: "przedwczoraj",
    },
    ago: "% dni temu",
    numbers: [
      ["dwa", 2],
      ["trzy", 3],
      ["cztery", 4],
      ["pięć", 5],
      ["sześć", 6],
    ],
    weekdays: ["niedzielę", "poniedziałek", "wtorek", "środę", "czwartek", "piątek", "sobotę"],
    other: "przyszł[yąe]|najbliższ[yąe]|każd[yąe]|następn[yąe]|kolejn[yąe]",
  },
  pt: {
    before: {
      0: "hoje|esta (?:manhã|tarde|noite)|há pouco",
      1: "(?<!ante)ontem",
      2: "anteontem|antes de ontem",
    },
    ago: "há % dias",
    numbers: [
      ["dois", 2],
      ["três", 3],
      ["quatro", 4],
      ["cinco", 5],
      ["seis", 6],
    ],
    weekdays: [
      "domingo",
      "(?:segunda-feira|(?<=(?:na|nesta|passada|última) )segunda(?!-feira)(?! (?:encomenda|parte|via|vez|entrega|tentativa|caixa)))",
      "terça(?:-feira)?",
      "quarta(?:-feira)?",
      "quinta(?:-feira)?",
      "sexta(?:-feira)?",
      "sábado",
    ],
    other: "próxim[oa]|cada|que vem|seguinte|todas as",
  },
  ja: {
    before: { 0: "本日|今日|今朝|先ほど", 1: "(?<!一)昨日|昨夜|昨晩", 2: "一昨日|おととい" },
    ago: "%日前",
    numbers: [],
    weekdays: [..."日月火水木金土"].map((name) => `${name}曜日?`),
    other: "来週の?|次の|毎週",
  },
};

interface Patterns {
  ago: { pattern: RegExp; days: number }[];
  counted: RegExp;
  counts: ReadonlyMap<string, number>;
  weekdays: RegExp[];
  other: RegExp;
  otherBehind: RegExp;
}

const built = new Map<Language, Patterns>();

function patternsOf(language: Language): Patterns {
  const known = built.get(language);
  if (known) return known;
  const { before, ago, numbers, weekdays, other } = spoken[language];
  const word = (alternatives: string) =>
    language === "ja"
      ? new RegExp(alternatives, "gu")
      : new RegExp(`(?<![\\p{L}\\p{N}-])(?:${alternatives})(?![\\p{L}\\p{N}-])`, "giu");
  const counts = new Map(numbers.map(([name, count]) => [name, count]));
  const made = {
    ago: ([0, 1, 2] as const).map((days) => ({ pattern: word(before[days]), days })),
    counted: word(ago.replace("%", `(\\d{1,2}${[...counts.keys()].map((name) => `|${name}`).join("")})`)),
    counts,
    weekdays: weekdays.map(word),
    other: new RegExp(`(?<!\\p{L})(?:${other}) ?(?:\\p{L}{1,4} )?$`, "iu"),
    otherBehind: new RegExp(`^,? ?(?:${other})(?!\\p{L})`, "iu"),
  };
  built.set(language, made);
  return made;
}

const besideDate = 3;

/** Reads the days of a reply, told from today where that is known. */
export function readDays({ text, language }: Reading, today: string | null): WrittenDate[] {
  if (language === null) return [];
  const written = readDates(text, language);
  const spoken = today === null ? [] : readSpokenDays(text, language, today);
  // "Friday, 13 November" is one day.
  const isOfWritten = ({ start, end }: WrittenDate) =>
    written.some((date) => date.start - besideDate < end && date.end + besideDate > start);
  return [...written, ...spoken.filter((date) => !isOfWritten(date))];
}

/** No event that is older is spoken of by the name of its weekday alone. */
export const longestAgo = 14;
const dayMs = 86_400_000;

/** Finds the days of a text that are told from the day on which it is written: "yesterday", "on Monday". */
function readSpokenDays(text: string, language: Language, today: string): WrittenDate[] {
  const now = Date.parse(`${today}T00:00:00Z`);
  if (Number.isNaN(now)) return [];
  const { ago, counted, counts, weekdays, other, otherBehind } = patternsOf(language);
  const dayBefore = (days: number): Day => {
    const then = new Date(now - days * dayMs);
    return { year: then.getUTCFullYear(), month: then.getUTCMonth() + 1, day: then.getUTCDate() };
  };
  const spokenAt = (start: number, written: string, days: Day[]): WrittenDate => ({
    start,
    end: start + written.length,
    days,
    isSpoken: true,
    write: (day) => writeDay(language, day),
  });
  const near = ago.flatMap(({ pattern, days }) =>
    [...text.matchAll(pattern)].map(({ 0: written, index }) => spokenAt(index, written, [dayBefore(days)])),
  );
  const far = [...text.matchAll(counted)].map(({ 0: written, 1: count = "", index }) => {
    const days = counts.get(count.toLowerCase()) ?? Number(count);
    // Who counts days may begin with today.
    return spokenAt(index, written, [days - 1, days, days + 1].map(dayBefore));
  });
  const named = weekdays.flatMap((pattern, weekday) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: written, index }) => {
        const behind = text.slice(index + written.length, index + written.length + 16);
        const isOther = other.test(text.slice(Math.max(0, index - 20), index)) || otherBehind.test(behind);
        // "Friday, 13 November", "Monday to Friday"
        return !isOther && !/^,?\.? ?(?:\p{L}{2,4} )?\d|^ ?-|^s(?!\p{L})/u.test(behind);
      })
      .map(({ 0: written, index }) => {
        const since = (new Date(now).getUTCDay() - weekday + 7) % 7;
        return spokenAt(index, written, [since, since + 7].map(dayBefore));
      }),
  );
  return [...near, ...far, ...named].sort((one, another) => one.start - another.start);
}

const formats = new Map<Language, Intl.DateTimeFormat>();

function writeDay(language: Language, { year, month, day }: Parameters<WrittenDate["write"]>[0]): string {
  const options = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
  const format = formats.get(language) ?? new Intl.DateTimeFormat(language, options);
  formats.set(language, format);
  return format.format(new Date(Date.UTC(year, month - 1, day)));
}

import type { Language } from "./languages/words.ts";

/** A day without a year, or with one. */
export interface Day {
  year: number | null;
  month: number;
  day: number;
}

/** A date in a text, with the days that it may mean. */
export interface WrittenDate {
  start: number;
  end: number;
  days: Day[];
  /** Set where it is told from today: "yesterday", "on Monday". */
  isSpoken?: true;
  /** Writes another day in the same way. */
  write: (day: { year: number; month: number; day: number }) => string;
}

type Months = { names: ReadonlyMap<string, number>; long: string[]; short: string[]; pattern: string };

// Months as a language writes them in dates; each is built when a text of that language is first read.
const months = new Map<Language, Months>();

function monthsOf(language: Language): Months {
  const known = months.get(language);
  if (known) return known;
  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, month) => {
      const parts = format.formatToParts(new Date(Date.UTC(2026, month, 15)));
      return (parts.find(({ type }) => type === "month")?.value ?? "").replace(/\.$/, "").toLowerCase();
    });
  };
  const long = write({ day: "numeric", month: "long" });
  const short = write({ day: "numeric", month: "short" });
  const names = new Map<string, number>();
  for (const list of [long, short, write({ month: "long" })]) {
    for (const [at, name] of list.entries()) if (/^\p{L}{3,}$/u.test(name)) names.set(name, at + 1);
  }
  for (const [name, month] of otherNames[language] ?? []) names.set(name, month);
  const pattern = [...names.keys()].sort((one, other) => other.length - one.length).join("|");
  const made = { names, long, short, pattern };
  months.set(language, made);
  return made;
}

/** Months that have a second name. */
const otherNames: Partial<Record<Language, readonly (readonly [name: string, month: number])[]>> = {
  en: [["sept", 9]],
  de: [
    ["jänner", 1],
    ["feber", 2],
  ],
  es: [["setiembre", 9]],
  it: [["sett", 9]],
};

const pad = (number: number): string => String(number).padStart(2, "0");

/** Finds the dates of a levelled text in a language, with the weekdays before them. */
export function readDates(text: string, language: Language): WrittenDate[] {
  return readDays(text, language).map((date) => withWeekday(text, date, language));
}

const weekdays = new Map<Language, string[]>();

/** The days of a week as a language writes them, from Sunday on. */
function weekdaysOf(language: Language): string[] {
  const known = weekdays.get(language);
  if (known) return known;
  const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  // The first of November 2026 is a Sunday.
  const made = Array.from({ length: 7 }, (_, day) =>
    format.format(new Date(Date.UTC(2026, 10, 1 + day))).toLowerCase(),
  );
  weekdays.set(language, made);
  return made;
}

// "Friday, 13 November", "Freitag, den 13. November"
function withWeekday(text: string, date: WrittenDate, language: Language): WrittenDate {
  const names = weekdaysOf(language);
  const before = text.slice(Math.max(0, date.start - 24), date.start);
  const pattern = new RegExp(
    `(?<!\\p{L})(${names.join("|")})(,? (?:the |den |dem |am |le |el |il |de |dia |dnia |op )?)$`,
    "iu",
  );
  const [found, name, between] = pattern.exec(before) ?? [];
  if (found === undefined || name === undefined) return date;
  return {
    ...date,
    start: date.start - found.length,
    write(day) {
      const right = names[new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay()] ?? name;
      const cased = /^\p{Lu}/u.test(name) ? `${right[0]?.toUpperCase() ?? ""}${right.slice(1)}` : right;
      return `${cased}${between}${date.write(day)}`;
    },
  };
}

function readDays(text: string, language: Language): WrittenDate[] {
  const found = [
    ...readNumeric(text, language),
    ...(language === "ja" ? readJapanese(text) : readWorded(text, language)),
  ];
  return found
    .filter(({ days }) => days.length > 0)
    .sort((one, other) => one.start - other.start)
    .filter(({ start }, at, all) => at === 0 || start >= (all[at - 1]?.end ?? 0));
}

function readNumeric(text: string, language: Language): WrittenDate[] {
  const iso = [...text.matchAll(/(?<![\d/.-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d/-])/g)].map((match) => {
    const [written, year = "", sign = "-", month = "", day = ""] = match;
    const isPadded = month.length === 2 && day.length === 2;
    return {
      ...placeOf(match, written),
      days: valid([{ year: Number(year), month: Number(month), day: Number(day) }]),
      write: (date: Required<Day>) => {
        const part = (number: number) => (isPadded ? pad(number) : String(number));
        return `${date.year}${sign}${part(date.month)}${sign}${part(date.day)}`;
      },
    };
  });
  const pattern = /(?<![\d/.,-])(\d{1,2})([./-])( ?)(\d{1,2})(?:\2 ?(\d{4}|\d{2})(?!\d)|(?:\.(?=[^\d]|$)))?(?![\d/-])/g;
  const short = [...text.matchAll(pattern)].flatMap((match) => {
    const [written, first = "", sign = ".", gap = "", second = "", year] = match;
    // "12.50" is a price, "3/4" a part; without a year only "12.11." is a date.
    if (year === undefined && !(sign === "." && written.endsWith("."))) return [];
    const full = year === undefined ? null : Number(year.length === 2 ? `20${year}` : year);
    const [one, other] = [Number(first), Number(second)];
    const usual = { year: full, month: other, day: one };
    const american = { year: full, month: one, day: other };
    const isAmerican = language === "en" && sign !== ".";
    const isFirstMonth = isAmerican && (other > 12 || one <= 12);
    return [
      {
        ...placeOf(match, written),
        days: valid(isAmerican ? [usual, american] : [usual]),
        write: (date: Required<Day>) => {
          const [a, b] = isFirstMonth && one <= 12 && other > 12 ? [date.month, date.day] : [date.day, date.month];
          const part = (number: number) => (first.length === 2 && second.length === 2 ? pad(number) : String(number));
          const end = year === undefined ? sign : `${sign}${gap}${String(date.year).slice(-year.length)}`;
          return `${part(a)}${sign}${gap}${part(b)}${end}`;
        },
      },
    ];
  });
  return [...iso, ...short];
}

function readJapanese(text: string): WrittenDate[] {
  return [...text.matchAll(/(?:(\d{4}) ?年 ?)?(?<!\d)(\d{1,2}) ?月 ?(\d{1,2}) ?日/g)].map((match) => {
    const [written, year, month = "", day = ""] = match;
    return {
      ...placeOf(match, written),
      days: valid([{ year: year === undefined ? null : Number(year), month: Number(month), day: Number(day) }]),
      write: (date) => `${year === undefined ? "" : `${date.year}年`}${date.month}月${date.day}日`,
    };
  });
}

function readWorded(text: string, language: Language): WrittenDate[] {
  const { names, pattern, long, short } = monthsOf(language);
  const year = "(?:,? ?(?:de |del |of )?(\\d{4})(?!\\d))?";
  const dayFirst = new RegExp(
    `(?<![\\p{L}\\d.,])(\\d{1,2})(st|nd|rd|th|er|º|°|\\.)?( (?:de |of )?)(${pattern})(?!\\p{L})(\\.(?= ?\\p{L}| ?\\d|,))?${year}`,
    "giu",
  );
  const monthFirst = new RegExp(
    `(?<![\\p{L}\\d])(${pattern})(\\.)? (\\d{1,2})(st|nd|rd|th)?(?![\\d.,]?\\d)${year}`,
    "giu",
  );
  const monthLike = (written: string, month: number) => {
    const small = written.toLowerCase();
    const isLong = long.includes(small) && !(short.includes(small) && small.length < 4);
    const name = (isLong ? long : short)[month - 1] ?? written;
    return /^\p{Lu}/u.test(written) ? `${name[0]?.toUpperCase() ?? ""}${name.slice(1)}` : name;
  };
  const first = [...text.matchAll(dayFirst)].map((match) => {
    const [written, day = "", ending = "", gap = " ", month = "", , in_] = match;
    const rest = written.slice(day.length + ending.length + gap.length + month.length);
    return {
      ...placeOf(match, written),
      days: valid([
        { year: in_ === undefined ? null : Number(in_), month: names.get(month.toLowerCase()) ?? 0, day: Number(day) },
      ]),
      write: (date: Required<Day>) =>
        `${date.day}${endingLike(ending, date.day)}${gap}${monthLike(month, date.month ?? 1)}${rest.replace(/\d{4}/, String(date.year))}`,
    };
  });
  const second = [...text.matchAll(monthFirst)].map((match) => {
    const [written, month = "", point = "", day = "", ending = "", in_] = match;
    const rest = written.slice(month.length + point.length + 1 + day.length + ending.length);
    return {
      ...placeOf(match, written),
      days: valid([
        { year: in_ === undefined ? null : Number(in_), month: names.get(month.toLowerCase()) ?? 0, day: Number(day) },
      ]),
      write: (date: Required<Day>) =>
        `${monthLike(month, date.month ?? 1)}${point} ${date.day}${endingLike(ending, date.day)}${rest.replace(/\d{4}/, String(date.year))}`,
    };
  });
  return [...first, ...second];
}

// "1st", "2nd", "12th"; others, such as the German point, stay as they are.
function endingLike(ending: string, day: number): string {
  if (!/^(?:st|nd|rd|th)$/i.test(ending)) return /^er$/i.test(ending) && day !== 1 ? "" : ending;
  if (day >= 11 && day <= 13) return "th";
  return ["th", "st", "nd", "rd"][day % 10] ?? "th";
}

const placeOf = ({ index }: RegExpExecArray, written: string) => ({ start: index, end: index + written.length });

const valid = (days: Day[]): Day[] =>
  days.filter(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31);

import ICAL from "ical.js";

const units: Readonly<Record<string, string>> = {
  SECONDLY: "second",
  MINUTELY: "minute",
  HOURLY: "hour",
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year",
};
const days: Readonly<Record<string, string>> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};
const months = "January February March April May June July August September October November December".split(" ");
const places: Readonly<Record<string, string>> = {
  "1": "first",
  "2": "second",
  "3": "third",
  "4": "fourth",
  "5": "fifth",
  "-1": "last",
  "-2": "second last",
};
const weekdays = "FR,MO,TH,TU,WE";

/** A rule of recurrence in words (RFC 5545, section 3.3.10): "Every 2 weeks on Monday and Friday, until Dec 31, 2026". */
export function sayRecurrence(rule: ICAL.Recur): string {
  const unit = units[rule.freq];
  if (unit === undefined) return "Repeats";
  const every = rule.interval > 1 ? `Every ${rule.interval} ${unit}s` : `Every ${unit}`;
  const isComplex = Object.keys(rule.parts).some((part) => !said.includes(part));
  const where = isComplex ? ", by a rule of its own" : [sayDays(rule), sayDates(rule), sayMonths(rule)].join("");
  return every + where + sayEnd(rule);
}

const said = ["BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS"];

function partOf({ parts }: ICAL.Recur, name: keyof ICAL.Recur["parts"]): string[] {
  return (parts[name] ?? []).slice(0, 31).map(String);
}

function sayDays(rule: ICAL.Recur): string {
  const all = partOf(rule, "BYDAY");
  if (all.length === 0) return "";
  const positions = partOf(rule, "BYSETPOS").map((place) => placeOf(Number(place)));
  if (positions.length > 0) return ` on the ${joined(positions)} ${sayAny(all)}`;
  if (all.toSorted().join() === weekdays) return " on weekdays";
  return ` on ${joined(all.map(sayDay))}`;
}

/** One of several days of the week. */
function sayAny(all: string[]): string {
  if (all.length === 7) return "day";
  return all.toSorted().join() === weekdays ? "weekday" : joined(all.map(sayDay), "or");
}

function sayDay(day: string): string {
  const [, place = "", name = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(day) ?? [];
  const known = days[name] ?? day;
  return place === "" ? known : `the ${placeOf(Number(place))} ${known}`;
}

function placeOf(place: number): string {
  return places[String(place)] ?? (place < 0 ? `${ordinal(-place)} last` : ordinal(place));
}

function ordinal(number: number): string {
  const tens = number % 100;
  const ending = tens > 10 && tens < 14 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${ending}`;
}

function sayDates(rule: ICAL.Recur): string {
  const dates = partOf(rule, "BYMONTHDAY").map((date) => (date === "-1" ? "the last day" : `day ${date}`));
  return dates.length === 0 ? "" : ` on ${joined(dates)}`;
}

function sayMonths(rule: ICAL.Recur): string {
  const named = partOf(rule, "BYMONTH").map((month) => months[Number(month) - 1] ?? month);
  return named.length === 0 ? "" : ` in ${joined(named)}`;
}

function sayEnd({ count, until }: ICAL.Recur): string {
  if (typeof count === "number" && count > 0) return count === 1 ? ", once" : `, ${count} times`;
  if (!(until instanceof ICAL.Time)) return "";
  const month = months[until.month - 1]?.slice(0, 3) ?? "";
  return `, until ${month} ${until.day}, ${until.year}`;
}

function joined(words: string[], last = "and"): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

import type { CountedList } from "@deskhand/contract/home/home-lists";
import { lengthWords } from "@deskhand/contract/targets/target-words";
import type { WeeklyDetails } from "./render-weekly.ts";
import type { WeekFigures } from "./week-figures.ts";

/** Words a week as the mail tells it: three figures, each with its list, and five sentences. */
export function weekWords(figures: WeekFigures, storeName: string): WeeklyDetails {
  const { created, resolved, firstAnswer, days } = figures;
  const shownDays = spanWords(days);
  return {
    subject: `Your week at ${storeName}: ${shownDays}`,
    days: shownDays,
    figures: [
      {
        label: "New tickets",
        value: whole(created.now),
        before: beforeWords(created.before),
        path: pathOf(created.list),
      },
      {
        label: "Resolved",
        value: whole(resolved.now),
        before: beforeWords(resolved.before),
        path: pathOf(resolved.list),
      },
      {
        label: "Median first answer",
        value: firstAnswer.now === null ? "None" : timeWords(firstAnswer.now),
        before:
          firstAnswer.before === null ? "none the week before" : `${timeWords(firstAnswer.before)} the week before`,
        path: pathOf(firstAnswer.list),
      },
    ],
    sentences: [
      createdWords(figures),
      `${counted(resolved.now, "ticket")} ${resolved.now === 1 ? "was" : "were"} resolved and still ${resolved.now === 1 ? "is" : "are"}${comparedWords(resolved)}.`,
      answerWords(figures),
      busyWords(figures),
      waitingWords(figures),
    ],
  };
}

/** Shorter times, and differences, are not told apart. */
const MINUTE_MS = 60_000;
const timeWords = (ms: number) => lengthWords(Math.max(ms, MINUTE_MS));

const whole = (count: number) => count.toLocaleString("en-US");
const counted = (count: number, noun: string) =>
  `${count === 0 ? "No" : whole(count)} ${noun}${count === 1 ? "" : "s"}`;
const beforeWords = (before: number) => `${whole(before)} the week before`;

type Compared = { now: number; before: number };

/** ", 18 more than the week before". */
function comparedWords({ now, before }: Compared): string {
  if (now === before) return ", as many as the week before";
  return `, ${whole(Math.abs(now - before))} ${now > before ? "more" : "fewer"} than the week before`;
}

function createdWords({ created }: WeekFigures): string {
  return `${counted(created.now, "ticket")} came in${comparedWords(created)}.`;
}

function answerWords({ firstAnswer: { now, before } }: WeekFigures): string {
  if (now === null) return "Nobody got a first answer.";
  const words = `Half of the first answers came within ${timeWords(now)}`;
  if (before === null) return `${words}.`;
  const difference = Math.abs(now - before);
  if (difference < MINUTE_MS) return `${words}, as in the week before.`;
  return `${words}, ${lengthWords(difference)} ${now < before ? "sooner" : "later"} than the week before.`;
}

function busyWords({ busiest, most }: WeekFigures): string {
  if (busiest === null || most === null) return "No day was busier than another.";
  const { count, day } = busiest;
  return `${dayName(day)} was the busiest day with ${counted(count, "ticket")}; the most frequent category was ${most.category} with ${whole(most.count)}.`;
}

function waitingWords({ waiting, waitingSince }: WeekFigures): string {
  if (waiting === 0 || waitingSince === null) return "As this mail was written, nobody waited for an answer.";
  const since = `since ${dayName(waitingSince)}, ${monthDay(waitingSince)}`;
  return waiting === 1
    ? `As this mail was written, 1 ticket waited for an answer, ${since}.`
    : `As this mail was written, ${whole(waiting)} tickets waited for an answer, the longest ${since}.`;
}

const inCalendar = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  return (day: string) => format.format(Date.parse(`${day}T00:00:00Z`));
};
const dayName = inCalendar({ weekday: "long" });
const monthDay = inCalendar({ month: "short", day: "numeric" });

/** "Nov 16 – Nov 22". */
function spanWords({ from, to }: WeekFigures["days"]): string {
  return `${monthDay(from)} – ${monthDay(to)}`;
}

/** The address of a list, below the desk's own. */
function pathOf({ view: _, ...list }: CountedList): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(list)) search.set(name, String(value));
  return `/dashboard/tickets?${search}`;
}

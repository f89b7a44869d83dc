import type { HeldReason } from "@deskhand/contract/vocabulary";

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** A duration in the largest unit of which it has at least two: "3 minutes", "47 hours", "2 days". */
export function spanWords(ms: number): string {
  const [unit, length] = units.find(([, size]) => ms >= 2 * size) ?? units[3];
  const count = Math.max(1, Math.floor(ms / length));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The text about many new tickets: "37 new tickets in 4 minutes". */
export function floodWords({ tickets, beganAt, lastAt }: { tickets: number; beganAt: string; lastAt: string }): string {
  const span = spanWords(Date.parse(lastAt) - Date.parse(beganAt));
  return `${tickets.toLocaleString("en-US")} new tickets in ${span}`;
}

/** Mail held by a limit: how many, since when and until when. */
type Hold = { by: HeldReason; mails: number; beganAt: string; lastAt: string };

const becauseOf: Record<HeldReason, string> = {
  alike: "as one sender said the same again and again",
  sender: "as too many came from one sender at once",
  ticket: "as too many came to one ticket at once",
  automatic: "as too many automatic replies came to one ticket",
  size: "as they are too large, or take too long to be read",
};

/** The text about held mail: "212 mails were held back in 4 minutes, as …". */
export function heldWords({ by, mails, beganAt, lastAt }: Hold): string {
  if (mails === 1) {
    const because = by === "size" ? "as it is too large, or takes too long to be read" : becauseOf[by];
    return `A mail was held back, ${because}. Release it in the mail log`;
  }
  const span = spanWords(Date.parse(lastAt) - Date.parse(beganAt));
  return `${mails.toLocaleString("en-US")} mails were held back in ${span}, ${becauseOf[by]}. Release them in the mail log`;
}

/** The text about held mail whose raw bytes will soon be deleted. */
export function endingWords({ mails, from }: { mails: number; from: string }): string {
  const day = new Date(from).toLocaleDateString("en-US", { timeZone: "UTC", dateStyle: "medium" });
  const subject =
    mails === 1 ? "A mail that was held back is" : `${mails.toLocaleString("en-US")} mails that were held back are`;
  return `${subject} removed from ${day} on, as raw mail is kept for as long as your e-mail settings say. See the mail log to release what you need`;
}

import type { Money } from "@deskhand/contract/page";

const date = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });
const dayOfCalendar = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});
const dateTime = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const longDateTime = new Intl.DateTimeFormat("en-US", {
  month: "long",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

function formatted(format: Intl.DateTimeFormat, iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? "" : format.format(time);
}

/** "Nov 18, 2026" from an ISO 8601 time, in the reader's time zone (docs/product.md#words-and-figures). */
export function formatDate(iso: string): string {
  return formatted(date, iso);
}

/** "Nov 18, 2026" from a day as 2026-11-18, whatever the reader's time zone. */
export function formatDay(day: string): string {
  return formatted(dayOfCalendar, day);
}

/** "Nov 18, 2026, 9:41 AM" from an ISO 8601 time, in the reader's time zone. */
export function formatDateTime(iso: string): string {
  return formatted(dateTime, iso);
}

/** "November 18, 2026 at 9:41 AM" from an ISO 8601 time, in the reader's time zone. */
export function formatLongDateTime(iso: string): string {
  return formatted(longDateTime, iso);
}

/** Returns at most `most` characters, with "..." if cut, never splitting a character. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trimEnd()}...`;
}

/** "1 message", "3 messages". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** "$1,234.50", or "—" for none; decimals are shown exactly as the server sends them. */
export function formatMoney(amount: Money | number | null, currency: string): string {
  if (amount === null) return "—";
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
}

const units = ["Bytes", "KB", "MB", "GB"];

/** A size in Bytes, KB, MB or GB, base 1024, with at most 2 decimals. */
export function formatFileSize(bytes: number): string {
  if (bytes <= 0) return "0 Bytes";
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}

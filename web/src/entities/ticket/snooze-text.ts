const moment = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/** Returns "Until Nov 24, 9:00 AM", in the reader's time zone and with a year other than this one, or "Until the customer answers". */
export function snoozeText(until: string): string {
  if (until === "answer") return "Until the customer answers";
  const at = new Date(until);
  const isThisYear = at.getFullYear() === new Date().getFullYear();
  return `Until ${at.toLocaleString("en-US", isThisYear ? moment : { ...moment, year: "numeric" })}`;
}

/** Returns "Snoozed until Nov 24, 9:00 AM", or until the customer answers. */
export function snoozeWords(until: string): string {
  const text = snoozeText(until);
  return `Snoozed ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

import { namedAddress } from "@deskhand/contract/addresses/named-address";
import type {
  CalendarEvent,
  Enclosed,
  EnclosedMail,
  EventMethod,
  EventPerson,
  EventTime,
} from "@deskhand/contract/desk/enclosed";

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "UTC" });

/**
 * Describes a mail's enclosed content in words. Thread, previews and search use this for a mail without text of its own. Times are in the
 * calendar's zone, because the reader is not known yet.
 */
export function enclosedAsText({ encrypted, events, mails }: Omit<Enclosed, "isInstead">): string {
  const texts = [...events.map(eventText), ...mails.map(mailText)];
  if (encrypted !== null)
    texts.unshift(`This message is encrypted (${names[encrypted]}). The file holds what it says.`);
  return texts.join("\n\n");
}

const names = { smime: "S/MIME", pgp: "PGP" };

const titles: Record<EventMethod, string> = {
  request: "Invitation",
  publish: "Event",
  add: "More dates of an event",
  counter: "Another time is proposed",
  cancel: "Cancelled",
  reply: "Answer to an invitation",
  refresh: "The invitation is asked for again",
  declinecounter: "The other time is declined",
};

function eventText(event: CalendarEvent): string {
  const { method, isCancelled, summary, start, end, repeats, location, organizer, attendees } = event;
  const title = isCancelled ? titles.cancel : method === null ? titles.publish : titles[method];
  const people = attendees.map((person) => personText(person, method === "reply")).join(", ");
  const facts = [
    ["When", start === null ? "" : spanText(start, end)],
    ["Repeats", repeats ?? ""],
    ["Where", location],
    ["Organizer", organizer === null ? "" : personText(organizer, false)],
    ["With", people],
  ];
  const lines = facts.filter(([, value]) => value !== "").map(([label, value]) => `${label}: ${value}`);
  const words = [event.comment, event.description].filter((text) => text !== "").join("\n\n");
  return `${title}: ${summary || "an event without a title"}\n${lines.join("\n")}${words && `\n\n${words}`}`.trim();
}

function spanText(start: EventTime, end: EventTime | null): string {
  const [day, last] = [dayOf(start), end && dayOf(end)];
  if (start.isDay) return last === null || last === day ? day : `${day} – ${last}`;
  const zone = start.zone === null ? "" : ` (${start.zone})`;
  const from = `${day}, ${timeOf(start)}`;
  if (end === null || end.isDay) return `${from}${zone}`;
  return `${from} – ${last === day ? timeOf(end) : `${last}, ${timeOf(end)}`}${zone}`;
}

function dayOf({ local }: EventTime): string {
  return date.format(new Date(`${local.slice(0, 10)}T00:00:00Z`));
}

// Newer ICU puts a narrow no-break space before AM and PM, which no search finds.
function timeOf({ local }: EventTime): string {
  return clock.format(new Date(`${local}Z`)).replaceAll("\u202f", " ");
}

function personText({ answer, ...named }: EventPerson, withAnswer: boolean): string {
  const person = namedAddress(named);
  return withAnswer && answer !== null ? `${person} (${answer})` : person;
}

function mailText({ from, to, sentAt, subject, text }: EnclosedMail): string {
  const when = sentAt === null ? "" : `${sentAt.slice(0, 16).replace("T", " ")} UTC`;
  const heads = [
    ["From", from],
    ["Date", when],
    ["To", to],
    ["Subject", subject],
  ];
  const lines = heads.filter(([, value]) => value !== "").map(([label, value]) => `${label}: ${value}`);
  return `${lines.join("\n")}\n\n${text}`.trim();
}

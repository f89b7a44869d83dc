import { namedAddress } from "@deskhand/contract/addresses/named-address";
import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { CalendarEvent, EventAnswer, EventMethod, EventPerson, EventTime } from "@deskhand/contract/desk/enclosed";
import { CalendarDays } from "lucide-react";
import type { ReactNode } from "react";
import { counted } from "../../../../lib/format.ts";
import { Badge } from "../../../../ui/badge.tsx";
import type { Tone } from "../../../../ui/tone.ts";
import { MessageText } from "./message-text.tsx";

const mostShown = 8;

const methods: Record<EventMethod, { label: string; tone: Tone }> = {
  request: { label: "Invitation", tone: "blue" },
  publish: { label: "Event", tone: "blue" },
  add: { label: "More dates of an event", tone: "blue" },
  counter: { label: "Another time proposed", tone: "amber" },
  cancel: { label: "Cancelled", tone: "red" },
  reply: { label: "Answer to an invitation", tone: "violet" },
  refresh: { label: "Asks for the invitation again", tone: "grey" },
  declinecounter: { label: "Other time declined", tone: "red" },
};

const answers: Record<EventAnswer, string> = {
  accepted: "accepted",
  declined: "declined",
  tentative: "perhaps",
  delegated: "sends somebody else",
  "needs-action": "not answered",
};

interface EventCardProps {
  event: CalendarEvent;
  /** The text shown above: calendar programs repeat the description as the mail's text. */
  beside: string;
}

/** An event from a calendar mail: what, when, where and who (docs/product.md#what-a-mail-encloses). */
export function EventCard({ event, beside }: EventCardProps) {
  const { method, isCancelled, summary, start, end, repeats, location, organizer, attendees, attendeeCount } = event;
  const { label, tone } = methods[isCancelled ? "cancel" : (method ?? "publish")];
  const when = start && sayWhen(start, end);
  const words = [event.comment, event.description].filter((text) => !folded(beside).includes(folded(text)));
  return (
    <section aria-label={label} className="flex flex-col gap-2 rounded-control border border-line bg-raised p-3">
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
        <Badge tone={tone} icon={<CalendarDays size={11} aria-hidden />} className="mt-px">
          {label}
        </Badge>
        <p dir="auto" className="min-w-0 flex-1 basis-40 break-anywhere font-medium">
          {summary || "Without a title"}
        </p>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {when !== null && (
          <Fact label="When">
            <span className="tabular">{when.text}</span>
            {when.asWritten !== null && (
              <>
                <span className="text-soft"> · your time</span>
                <span className="block text-soft text-xs tabular">{when.asWritten}</span>
              </>
            )}
          </Fact>
        )}
        {repeats !== null && <Fact label="Repeats">{repeats}</Fact>}
        {location !== "" && (
          <Fact label="Where">
            <MessageText text={location} />
          </Fact>
        )}
        {organizer !== null && <Fact label="Organizer">{sayPerson(organizer)}</Fact>}
        {attendees.length > 0 && (
          <Fact label="With">
            {attendees.slice(0, mostShown).map((person, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes and may have equal entries.
              <span key={index} className="block">
                <bdi>{sayPerson(person)}</bdi>
                {person.answer !== null && <span className="text-soft">{` · ${answers[person.answer]}`}</span>}
              </span>
            ))}
            {attendeeCount > mostShown && (
              <span className="text-soft">{`and ${counted(attendeeCount - mostShown, "other")}`}</span>
            )}
          </Fact>
        )}
      </dl>
      {words.map((text) => (
        <MessageText key={text} text={text} />
      ))}
    </section>
  );
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{label}</dt>
      <dd className="min-w-0 break-anywhere">{children}</dd>
    </>
  );
}

function sayPerson(person: EventPerson): string {
  return namedAddress(person, shownAddress);
}

/** An event's time in the reader's zone and, where it differs, as written. */
type EventWhen = { text: string; asWritten: string | null };

const day = { weekday: "short", month: "short", day: "numeric", year: "numeric" } as const;
const time = { ...day, hour: "numeric", minute: "2-digit" } as const;

/** Formats an event's time for `timeZone`, by default the browser's. */
export function sayWhen(start: EventTime, end: EventTime | null, timeZone?: string): EventWhen {
  const last = end ?? start;
  if (start.isDay) return { text: range(day, localMs(start), localMs(last), "UTC"), asWritten: null };
  const written = range(time, localMs(start), last.isDay ? localMs(start) : localMs(last), "UTC");
  if (start.at === null) return { text: `${written} (${unknownZone(start.zone)})`, asWritten: null };
  const from = Date.parse(start.at);
  const text = range(time, from, last.at === null ? from : Date.parse(last.at), timeZone);
  const isSame = text === written || start.zone === null || start.zone === "UTC";
  return { text, asWritten: isSame ? null : `${written} in ${start.zone}` };
}

function unknownZone(zone: string | null): string {
  return zone === null ? "the sender names no time zone" : `time zone: ${zone}`;
}

/** The event's local clock time as if it were UTC. */
function localMs({ local, isDay }: EventTime): number {
  return Date.parse(isDay ? `${local}T00:00:00Z` : `${local}Z`);
}

function range(options: Intl.DateTimeFormatOptions, from: number, to: number, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  const formatted = to > from ? format.formatRange(from, to) : format.format(from);
  // Newer ICU puts narrow spaces around the dash and before AM and PM.
  return formatted.replace(/[\u2009\u202f]/g, " ");
}

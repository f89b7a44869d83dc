import { PresenceMarks, presenceSentences, useColleaguesAt } from "./presence-marks.tsx";

/** Who else is at a ticket of the list: small marks, with names on hover. Empty when nobody is. */
export function RowPresence({ ticketId }: { ticketId: string }) {
  const people = useColleaguesAt(ticketId);
  if (people.length === 0) return null;
  const text = presenceSentences(people, people.length).join(". ");
  return (
    <span title={text} className="relative flex shrink-0">
      <PresenceMarks people={people} />
      <span className="sr-only">{text}</span>
    </span>
  );
}

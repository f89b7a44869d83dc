import { type FormEvent, useEffect, useRef } from "react";
import { presence } from "../../../lib/presence/presence.ts";
import { announce } from "../../../ui/announcer.tsx";
import {
  type AnnouncedPlaces,
  type ColleagueAt,
  newlyThere,
  PresenceMarks,
  presenceSentences,
  useColleaguesAt,
} from "./presence-marks.tsx";

/** Changes within this time of opening are not announced. */
const SETTLED_MS = 1_000;
const BETWEEN_MS = 10_000;

/** Who else is at the open ticket, in its header: "Ada is writing". Empty when nobody is. */
export function TicketPresence({ ticketId }: { ticketId: string }) {
  const people = useColleaguesAt(ticketId);
  useAnnounced(people);
  if (people.length === 0) return null;
  const isWriting = people.some(({ doing }) => doing !== "looking");
  return (
    <span title={presenceSentences(people, people.length).join(". ")} className="flex min-w-0 items-center gap-1.5">
      <PresenceMarks people={people} />
      <span className={isWriting ? "truncate text-accent text-sm" : "truncate text-sm text-soft"}>
        {presenceSentences(people).join(" · ")}
      </span>
    </span>
  );
}

/** Announces to screen readers, politely and sparingly, who came and who began to write. */
function useAnnounced(people: readonly ColleagueAt[]): void {
  const announced = useRef<AnnouncedPlaces>(new Map());
  const lastAt = useRef(-BETWEEN_MS);
  const latest = useRef(people);
  latest.current = people;
  const key = people.map(({ userId, doing }) => `${userId} ${doing}`).join();
  useEffect(() => {
    if (key === "") return;
    const wait = Math.max(SETTLED_MS, lastAt.current + BETWEEN_MS - performance.now());
    const timer = setTimeout(() => {
      const news = newlyThere(latest.current, announced.current, performance.now());
      if (news.length === 0) return;
      lastAt.current = performance.now();
      announce(presenceSentences(news).join(". "));
    }, wait);
    return () => clearTimeout(timer);
  }, [key]);
}

/**
 * Shows colleagues that this user looks at a ticket while mounted, and writes: pass `onInput` to the element around its
 * fields.
 */
export function useOwnPresence(ticketId: string): { onInput: (event: FormEvent) => void } {
  useEffect(() => presence.look(ticketId), [ticketId]);
  return {
    onInput({ target }) {
      // Replies and notes, but not tags or a search.
      if (target instanceof HTMLTextAreaElement) presence.write(ticketId, target);
    },
  };
}

import { useEffect, useRef } from "react";
import { announce } from "../../../ui/announcer.tsx";
import { PresenceMarks } from "./presence-marks.tsx";
import { type ColleagueAt, newlyThere, presenceSentences, type Told } from "./presence-words.ts";
import { useColleaguesAt } from "./use-colleagues-at.ts";

/** Who comes and goes within it is not announced. */
const SETTLED_MS = 1_000;
const BETWEEN_MS = 10_000;

/** Who else is at the open ticket, in its head: "Ada is writing". Nothing while one is alone. */
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

/** Tells screen readers who came and who began to write, politely and not too often. */
function useAnnounced(people: readonly ColleagueAt[]): void {
  const told = useRef<Told>(new Map());
  const lastAt = useRef(-BETWEEN_MS);
  const latest = useRef(people);
  latest.current = people;
  const key = people.map(({ userId, doing }) => `${userId} ${doing}`).join();
  useEffect(() => {
    if (key === "") return;
    const wait = Math.max(SETTLED_MS, lastAt.current + BETWEEN_MS - performance.now());
    const timer = setTimeout(() => {
      const news = newlyThere(latest.current, told.current, performance.now());
      if (news.length === 0) return;
      lastAt.current = performance.now();
      announce(presenceSentences(news).join(". "));
    }, wait);
    return () => clearTimeout(timer);
  }, [key]);
}

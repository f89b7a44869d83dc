import type { MyWork } from "@deskhand/contract/home/home";
import { myLists } from "@deskhand/contract/home/home-lists";
import { limits } from "@deskhand/contract/limits";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { Link } from "@tanstack/react-router";
import { AtSign } from "lucide-react";
import { TicketLink } from "../../../entities/ticket/ticket-link.tsx";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";
import { coveredClass, PanelFrame } from "../panel.tsx";
import { type CountedWords, CountLink, CountWords, countClass } from "./count-link.tsx";

/** What the user has to do, waits for and is named in. */
export function MyWorkPanel({ mine }: { mine: MyWork }) {
  const { mentions, mentionCount, approvals } = mine;
  return (
    <PanelFrame
      title="Your Work"
      subtitle={
        <ul aria-label="Your tickets" className="-my-1.5 flex flex-wrap gap-x-1.5 gap-y-1 touch:my-0">
          {countsOf(mine).map((each) => (
            <li key={each.words}>
              <CountLink {...each} />
            </li>
          ))}
          {approvals > 0 && (
            <li>
              <Link to="/dashboard/orders" className={countClass}>
                <CountWords count={approvals} words={approvals === 1 ? "waits for approval" : "wait for approval"} />
              </Link>
            </li>
          )}
        </ul>
      }
      className="mt-4"
    >
      {mentions.length > 0 && (
        <ul aria-label="Mentions" className="divide-y divide-line">
          {mentions.map((mention) => (
            <Mention key={mention.id} mention={mention} />
          ))}
          {mentionCount > mentions.length && (
            <li className="px-4 py-2 text-faint text-sm">{`${moreWords(mentionCount - mentions.length, mentionCount)}: the bell has all of them`}</li>
          )}
        </ul>
      )}
    </PanelFrame>
  );
}

/** "and 4 more unread mentions", or "and more than 96 …" where counting ends. */
function moreWords(more: number, count: number): string {
  const words = `${more.toLocaleString("en-US")} more unread mention${more === 1 ? "" : "s"}`;
  return count >= limits.homeMentionsCounted ? `and more than ${words}` : `and ${words}`;
}

/** The numbers that say what to do, always; the others where there is something. */
function countsOf(mine: MyWork): CountedWords[] {
  const { open, needsReply, breached, atRisk, overdue, pending, snoozed, unassigned } = mine;
  const always: CountedWords[] = [
    { words: "open", list: myLists.open, count: open },
    {
      words: needsReply === 1 ? "needs your reply" : "need your reply",
      list: myLists.needsReply,
      count: needsReply,
      tone: "blue",
    },
  ];
  const some: CountedWords[] = [
    { words: "breached", list: myLists.breached, count: breached, tone: "red" },
    { words: "at risk", list: myLists.atRisk, count: atRisk, tone: "amber" },
    { words: "overdue", list: myLists.overdue, count: overdue, tone: "red" },
    {
      words: pending === 1 ? "waits for the customer" : "wait for the customer",
      list: myLists.pending,
      count: pending,
    },
    { words: "snoozed", list: myLists.snoozed, count: snoozed },
    { words: open === 0 ? "unassigned: take one" : "unassigned", list: myLists.unassigned, count: unassigned },
  ];
  return [...always, ...some.filter(({ count }) => count > 0)];
}

function Mention({ mention: { by, ticketId, ticketNumber, subject, at } }: { mention: MyWork["mentions"][number] }) {
  return (
    <li data-ticket={ticketId} className={`${coveredClass} flex items-baseline gap-2 px-4 py-2 text-sm touch:py-3`}>
      <AtSign size={14} aria-hidden className="shrink-0 self-center text-accent" />
      <TicketLink ticketId={ticketId} className="flex min-w-0 flex-1 items-baseline gap-1.5 in-line covers">
        <span className="shrink-0 text-soft">
          <bdi className="font-medium text-ink">{by ?? "A colleague"}</bdi> mentioned you
        </span>
        <span className="shrink-0 font-mono text-faint text-xs max-sm:hidden">{ticketLabel(ticketNumber)}</span>
        <span dir="auto" className="min-w-0 truncate text-faint">
          {subject}
        </span>
      </TicketLink>
      <RelativeTime at={at} smallest="minute" className="shrink-0 text-faint text-xs tabular" />
    </li>
  );
}

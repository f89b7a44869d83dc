import type { MyWork } from "@deskhand/contract/desk/home";
import { myLists } from "@deskhand/contract/desk/home-lists";
import { limits } from "@deskhand/contract/limits";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { Link } from "@tanstack/react-router";
import { AtSign } from "lucide-react";
import { TicketLink } from "../../../entities/ticket/ticket-link.tsx";
import { counted } from "../../../lib/format.ts";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";
import { coveredClass, PanelFrame } from "../panel.tsx";
import { type CountedWords, CountLink } from "./count-link.tsx";

/** What the user has to do, waits for and is named in. */
export function MyWorkPanel({ mine }: { mine: MyWork }) {
  const { mentions, mentionCount, approvals } = mine;
  return (
    <PanelFrame title="Your Work" subtitle={<MentionCount count={mentionCount} />} className="mt-4">
      <ul aria-label="Your tickets" className="flex flex-wrap gap-x-1.5 gap-y-1 px-2.5 py-2">
        {countsOf(mine).map((each) => (
          <li key={each.words}>
            <CountLink {...each} />
          </li>
        ))}
        {approvals > 0 && (
          <li>
            <Link
              to="/dashboard/orders"
              className="inline-flex min-h-7 items-baseline gap-1.5 rounded-control px-2 py-1 text-sm text-soft transition-colors duration-120 hover:bg-hover touch:min-h-touch touch:items-center"
            >
              <span className="font-semibold text-ink tabular">{approvals}</span>
              {approvals === 1 ? "request waits for approval" : "requests wait for approval"}
            </Link>
          </li>
        )}
      </ul>
      {mentions.length > 0 && (
        <ul aria-label="Mentions" className="divide-y divide-line border-line border-t">
          {mentions.map((mention) => (
            <Mention key={mention.id} mention={mention} />
          ))}
        </ul>
      )}
    </PanelFrame>
  );
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

function MentionCount({ count }: { count: number }) {
  if (count === 0) return null;
  const isCut = count >= limits.homeMentionsCounted;
  return isCut ? `${limits.homeMentionsCounted}+ unread mentions` : counted(count, "unread mention");
}

function Mention({ mention: { by, ticketId, ticketNumber, subject, at } }: { mention: MyWork["mentions"][number] }) {
  return (
    <li data-ticket={ticketId} className={`${coveredClass} flex items-baseline gap-2 px-4 py-2 text-sm`}>
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

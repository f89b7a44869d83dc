import type { TicketPriority, TicketStatus } from "@deskhand/contract/vocabulary";
import { Archive, ArrowDown, ArrowUp, ChevronsUp, CircleCheck, type LucideIcon, Minus } from "lucide-react";
import { Pill } from "../../ui/pill.tsx";
import { priorityWords, statusWords } from "./ticket-words.ts";

const statusIcons: Partial<Record<TicketStatus, LucideIcon>> = { resolved: CircleCheck, closed: Archive };
const priorityIcons: Record<TicketPriority, LucideIcon> = {
  low: ArrowDown,
  medium: Minus,
  high: ArrowUp,
  urgent: ChevronsUp,
};

/** A ticket's status; only URGENT pulses. */
export function StatusPill({ status }: { status: TicketStatus }) {
  return <WordPill of="Status" words={statusWords[status]} Icon={statusIcons[status]} pulsing={status === "urgent"} />;
}

/** A ticket's priority; its icon distinguishes it from a status of the same colour. */
export function PriorityPill({ priority }: { priority: TicketPriority }) {
  return <WordPill of="Priority" words={priorityWords[priority]} Icon={priorityIcons[priority]} />;
}

interface WordPillProps {
  /** What the word says, for who does not see where it stands. */
  of: string;
  words: (typeof statusWords)[TicketStatus];
  Icon: LucideIcon | undefined;
  pulsing?: boolean;
}

function WordPill({ of, words: { label, tone }, Icon, pulsing = false }: WordPillProps) {
  return (
    <Pill tone={tone} pulsing={pulsing} icon={Icon && <Icon size={12} aria-hidden />}>
      <span className="sr-only">{of}: </span>
      {label}
    </Pill>
  );
}

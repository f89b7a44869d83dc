import type { TicketPriority } from "@deskhand/contract/vocabulary";
import { ArrowDown, ArrowUp, ChevronsUp, type LucideIcon, Minus } from "lucide-react";
import { Pill } from "../../ui/pill.tsx";
import { priorityWords } from "./ticket-words.ts";

const icons: Record<TicketPriority, LucideIcon> = {
  low: ArrowDown,
  medium: Minus,
  high: ArrowUp,
  urgent: ChevronsUp,
};

/** A ticket's priority; its icon distinguishes it from a status of the same colour. */
export function PriorityPill({ priority }: { priority: TicketPriority }) {
  const { label, tone } = priorityWords[priority];
  const Icon = icons[priority];
  return (
    <Pill tone={tone} icon={<Icon size={12} aria-hidden />}>
      <span className="sr-only">Priority: </span>
      {label}
    </Pill>
  );
}

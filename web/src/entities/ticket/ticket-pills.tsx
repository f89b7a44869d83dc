import { limits } from "@deskhand/contract/limits";
import { statusLabels, type TicketPriority, type TicketStatus } from "@deskhand/contract/vocabulary";
import {
  Archive,
  ArrowDown,
  ArrowUp,
  ChevronsUp,
  CircleCheck,
  type LucideIcon,
  Minus,
  ShieldAlert,
} from "lucide-react";
import { truncate } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Pill } from "../../ui/pill.tsx";
import type { Tone } from "../../ui/tone.ts";

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
  /** What the word describes, for people who cannot see where it stands. */
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

/** The word and colour of each status (docs/product.md#statuses). */
export const statusWords: Record<TicketStatus, { label: string; tone: Tone }> = {
  open: { label: statusLabels.open, tone: "blue" },
  "in-progress": { label: statusLabels["in-progress"], tone: "violet" },
  pending: { label: statusLabels.pending, tone: "amber" },
  resolved: { label: statusLabels.resolved, tone: "green" },
  closed: { label: statusLabels.closed, tone: "grey" },
  urgent: { label: statusLabels.urgent, tone: "red" },
};

/** The word and colour of each priority (docs/product.md#priorities). */
export const priorityWords: Record<TicketPriority, { label: string; tone: Tone }> = {
  low: { label: "Low", tone: "grey" },
  medium: { label: "Medium", tone: "blue" },
  high: { label: "High", tone: "amber" },
  urgent: { label: "Urgent", tone: "red" },
};

/** Returns a subject as cards show it, cut to 97 characters (docs/product.md#subjects). */
export function subjectOnCard(subject: string): string {
  const { subjectOnCard: most } = limits;
  return subject.length > most ? truncate(subject, most - 3) : subject;
}

/** Marks mail that nothing proves to come from the address it claims (docs/product.md#senders). */
export function UnverifiedBadge() {
  return (
    <Badge tone="amber" icon={<ShieldAlert size={11} aria-hidden />}>
      Sender not verified
    </Badge>
  );
}

import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { Archive, CircleCheck } from "lucide-react";
import { Pill } from "../../ui/pill.tsx";
import { statusWords } from "./ticket-words.ts";

const icons: Partial<Record<TicketStatus, typeof Archive>> = { resolved: CircleCheck, closed: Archive };

/** A ticket's status; only URGENT pulses. */
export function StatusPill({ status }: { status: TicketStatus }) {
  const { label, tone } = statusWords[status];
  const Icon = icons[status];
  return (
    <Pill tone={tone} pulsing={status === "urgent"} icon={Icon && <Icon size={12} aria-hidden />}>
      <span className="sr-only">Status: </span>
      {label}
    </Pill>
  );
}

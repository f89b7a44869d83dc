import type { TicketPriority } from "@deskhand/contract/vocabulary";
import { priorityWords } from "../../../entities/ticket/ticket-words.ts";
import { Chip } from "../../../ui/form/chip.tsx";

/** Urgent is for tickets that are there (spec part 1, section 4). */
const offered = ["low", "medium", "high"] as const satisfies TicketPriority[];

interface PriorityLevelProps {
  value: TicketPriority;
  disabled: boolean;
  onChange: (priority: TicketPriority) => void;
}

/** Chooses the priority of a new ticket. */
export function PriorityLevel({ value, disabled, onChange }: PriorityLevelProps) {
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm text-soft">Priority Level</legend>
      <div className="flex h-8.5 items-center gap-1.5">
        {offered.map((priority) => (
          <Chip key={priority} pressed={priority === value} className="h-8 px-3" onClick={() => onChange(priority)}>
            {priorityWords[priority].label}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}

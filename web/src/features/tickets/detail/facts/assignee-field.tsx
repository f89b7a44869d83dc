import type { TicketDetail } from "@deskhand/contract/tickets";
import { useColleagues } from "../../../../entities/person/use-colleagues.ts";
import { useSession } from "../../../../lib/session.ts";
import { Select } from "../../../../ui/select.tsx";
import { FieldRow } from "./field-row.tsx";

interface AssigneeFieldProps {
  ticket: Pick<TicketDetail, "assignedTo">;
  onChange: (assignedTo: string | null) => void;
}

/** Who works on a ticket: a colleague, oneself by one click, or nobody. */
export function AssigneeField({ ticket: { assignedTo }, onChange }: AssigneeFieldProps) {
  const { user } = useSession();
  const { colleagues } = useColleagues();
  // Who has left cannot be chosen, but may still be it.
  const offered = colleagues.filter(({ id, isActive }) => isActive || id === assignedTo);
  const options = [
    { value: "", label: "Nobody" },
    ...offered.map(({ id, name, isActive }) => ({ value: id, label: isActive ? name : `${name} (left)` })),
  ];
  if (assignedTo !== null && !offered.some(({ id }) => id === assignedTo)) {
    options.push({ value: assignedTo, label: "…" });
  }

  return (
    <FieldRow
      label="Assignee"
      aside={
        user !== null &&
        assignedTo !== user.id && (
          <button
            type="button"
            onClick={() => onChange(user.id)}
            className="shrink-0 rounded-tag px-1 text-accent text-xs hover:underline"
          >
            Assign to me
          </button>
        )
      }
    >
      {(control) => (
        <Select
          small
          {...control}
          value={assignedTo ?? ""}
          options={options}
          onChange={(id) => onChange(id === "" ? null : id)}
        />
      )}
    </FieldRow>
  );
}

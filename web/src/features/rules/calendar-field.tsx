import { adminUrl } from "@deskhand/contract/admin/sections";
import type { Calendar } from "@deskhand/contract/targets/hours";
import { Select } from "../../ui/form/select.tsx";
import { TextLink } from "../../ui/text-link.tsx";

interface CalendarFieldProps {
  /** Undefined until loaded. */
  calendars: readonly Calendar[] | undefined;
  /** The chosen calendar's; "" for none. */
  id: string;
  onChange: (id: string) => void;
}

/** Chooses the working hours of a condition. Those that were deleted stay until others are chosen. */
export function CalendarField({ calendars, id, onChange }: CalendarFieldProps) {
  const options = (calendars ?? []).map((calendar) => ({ value: calendar.id, label: calendar.name }));
  if (calendars?.length === 0 && id === "") {
    return (
      <p className="min-w-44 flex-1 self-center text-soft text-sm">
        There are none yet. <TextLink href={adminUrl("working-hours")}>Add working hours</TextLink> first.
      </p>
    );
  }
  const isGone = calendars !== undefined && !options.some(({ value }) => value === id);
  const first = { value: id, label: id === "" ? "Choose working hours" : "Deleted working hours" };
  return (
    <Select
      aria-label="Value"
      className="min-w-44 flex-1"
      value={id}
      options={isGone || id === "" ? [first, ...options] : options}
      onChange={onChange}
    />
  );
}

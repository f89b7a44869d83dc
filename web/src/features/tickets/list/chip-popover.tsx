import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Chip } from "../../../ui/form/chip.tsx";
import { Popover } from "../../../ui/overlay/popover.tsx";

/** A chip with a popover of options, which counts the chosen ones. */
export function ChipPopover({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  return (
    <Popover
      label={label}
      align="start"
      className="p-3"
      trigger={(props) => (
        <Chip {...props} pressed={count > 0} className="inline-flex items-center gap-1.5">
          {label}
          {count > 0 && <span className="tabular">{count}</span>}
          <ChevronDown size={13} aria-hidden />
        </Chip>
      )}
    >
      {() => children}
    </Popover>
  );
}

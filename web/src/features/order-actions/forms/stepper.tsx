import { Minus, Plus } from "lucide-react";
import { useId } from "react";
import { Input } from "../../../ui/form/input.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";

interface StepperProps {
  /** What is counted, such as "Pieces of Linen lamp to refund". */
  label: string;
  value: number;
  least?: number;
  most: number;
  fault?: string | undefined;
  onChange: (value: number) => void;
}

/** A number of pieces between two buttons; the cursor keys count too. */
export function Stepper({ label, value, least = 0, most, fault, onChange }: StepperProps) {
  const faultId = useId();
  const within = (wanted: number) => Math.min(Math.max(wanted, least), most);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as one.
    <div role="group" aria-label={label} className="flex flex-col items-end gap-1">
      <div className="flex items-center gap-1">
        <IconButton
          label={`Fewer: ${label}`}
          size="sm"
          outlined
          icon={<Minus size={14} aria-hidden />}
          disabled={value <= least}
          onClick={() => onChange(within(value - 1))}
        />
        <Input
          small
          aria-label={label}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={fault === undefined ? undefined : faultId}
          inputMode="numeric"
          autoComplete="off"
          className="w-13! text-center tabular"
          value={String(value)}
          onFocus={(event) => event.target.select()}
          onChange={({ target }) => onChange(Math.min(Number(target.value.replace(/\D/g, "").slice(0, 6)), most))}
          onBlur={() => value < least && onChange(least)}
          onKeyDown={(event) => {
            const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (step === undefined) return;
            event.preventDefault();
            onChange(within(value + step));
          }}
        />
        <IconButton
          label={`More: ${label}`}
          size="sm"
          outlined
          icon={<Plus size={14} aria-hidden />}
          disabled={value >= most}
          onClick={() => onChange(within(value + 1))}
        />
      </div>
      {fault !== undefined && (
        <p id={faultId} className="text-red text-xs">
          {fault}
        </p>
      )}
    </div>
  );
}

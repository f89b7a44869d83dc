import { type ReactNode, useId } from "react";

interface SwitchProps {
  label: ReactNode;
  description?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A setting that is on or off and takes effect at once. */
export function Switch({ label, description, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <label className="flex items-start gap-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block">{label}</span>
        {description !== undefined && (
          <span id={id} className="block text-sm text-soft">
            {description}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-describedby={description === undefined ? undefined : id}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="toggle mt-0.5"
      />
    </label>
  );
}

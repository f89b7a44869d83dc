import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";

interface ColorFieldProps {
  label: string;
  value: string;
  /** What the picker shows while the text is no colour. */
  fallback: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: string) => void;
}

/** A colour by a picker and, beside it, in hexadecimal digits. */
export function ColorField({ label, value, fallback, error, readOnly, onChange }: ColorFieldProps) {
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label={`${label} picker`}
            value={isColor ? value.toLowerCase() : fallback}
            disabled={readOnly}
            onChange={(event) => onChange(event.target.value)}
            className="h-8.5 w-11 shrink-0 rounded-control border border-edge bg-canvas p-1 disabled:cursor-not-allowed"
          />
          <Input
            {...control}
            value={value}
            readOnly={readOnly}
            maxLength={20}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
            className="font-mono"
          />
        </span>
      )}
    </Field>
  );
}

import { type ComponentProps, type ReactNode, useId } from "react";
import { Input } from "./input.tsx";

interface ControlIds {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value; shown under the control and linked to it. */
  error?: string | undefined;
  required?: boolean;
  /** Shown beside the label, at the right. */
  aside?: ReactNode;
  children: (control: ControlIds) => ReactNode;
}

/** A control with its label, hint and error linked to it. */
export function Field({ label, hint, error, required = false, aside, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const noteId = `${id}-note`;
  const ids: ControlIds = {
    id,
    "aria-describedby": note === undefined ? undefined : noteId,
    "aria-invalid": error === undefined ? undefined : true,
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm text-soft">
          {label}
          {required && (
            <span aria-hidden className="text-red">
              {" *"}
            </span>
          )}
        </label>
        {aside}
      </div>
      {children(ids)}
      {note !== undefined && (
        <p id={noteId} className={error === undefined ? "text-soft text-xs" : "text-red text-xs"}>
          {note}
        </p>
      )}
    </div>
  );
}

type InputFieldProps = Omit<FieldProps, "children"> & ComponentProps<typeof Input>;

/** A one-line text field with its label, hint and error. */
export function InputField({ label, hint, error, required = false, aside, ...input }: InputFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} aside={aside}>
      {(control) => <Input {...control} aria-required={required || undefined} {...input} />}
    </Field>
  );
}

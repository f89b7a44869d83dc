import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput } from "../../../ui/form/password-input.tsx";

export interface OwnPasswordFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  /** Where it is the first thing that is asked. */
  autoFocus?: boolean;
}

/** Asks for one's password, before something that a session alone must not do. */
export function OwnPasswordField({ value, error, onChange, autoFocus = false }: OwnPasswordFieldProps) {
  return (
    <Field label="Your password" error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          autoFocus={autoFocus}
          autoComplete="current-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

import { Field } from "../../ui/form/field.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";

interface PasswordFieldProps {
  label?: string;
  placeholder?: string;
  autoComplete: "current-password" | "new-password";
  value: string;
  onChange: (value: string) => void;
}

/** The field for one's password, with a button that shows it. */
export function PasswordField({
  label = "Password",
  placeholder = "Enter your password",
  autoComplete,
  value,
  onChange,
}: PasswordFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <PasswordInput
          {...control}
          required
          autoComplete={autoComplete}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

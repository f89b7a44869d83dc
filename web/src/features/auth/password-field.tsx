import { limits } from "@deskhand/contract/limits";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";

interface PasswordFieldProps {
  label?: string;
  placeholder?: string;
  autoComplete: "current-password" | "new-password";
  value: string;
  onChange: (value: string) => void;
}

const goodPassword = `At least ${limits.passwordMinLength} characters, not easy to guess.`;

/** The field for one's password, with a button that shows it. */
export function PasswordField({
  label = "Password",
  placeholder = "Enter your password",
  autoComplete,
  value,
  onChange,
}: PasswordFieldProps) {
  return (
    <Field label={label} hint={autoComplete === "new-password" ? goodPassword : undefined}>
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

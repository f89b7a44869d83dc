import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { OwnPasswordField, type OwnPasswordFieldProps } from "./own-password-field.tsx";

/** By what somebody says that it is them; null for who has nothing to say. */
export type Proof = "password" | "code" | null;

/** What is asked of somebody before what a session alone must not do: the password; of who has none, a code of the second factor. */
export function proofOf({ hasPassword, isOn }: { hasPassword: boolean; isOn: boolean }): Proof {
  if (hasPassword) return "password";
  return isOn ? "code" : null;
}

/** Asks for that. */
export function ProofField({ asks, ...props }: OwnPasswordFieldProps & { asks: Proof }) {
  if (asks === null) return null;
  if (asks === "password") return <OwnPasswordField {...props} />;
  const { value, error, onChange, autoFocus = false } = props;
  return (
    <Field label="A code of your app" error={error}>
      {(control) => (
        <Input
          {...control}
          autoFocus={autoFocus}
          autoComplete="one-time-code"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

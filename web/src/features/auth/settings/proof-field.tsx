import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { PasswordInput } from "../../../ui/form/password-input.tsx";

/** What confirms a user's identity; null for a user who has neither. */
export type Proof = "password" | "code" | null;

/**
 * Returns the proof required where a session alone is not enough: the password, or without one a code of the second
 * factor.
 */
export function proofOf({ hasPassword, isOn }: { hasPassword: boolean; isOn: boolean }): Proof {
  if (hasPassword) return "password";
  return isOn ? "code" : null;
}

/** The field for that proof. */
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

interface OwnProofProps {
  faults: { password?: string | undefined; code?: string | undefined };
  onChange: (proof: { password: string } | { code: string }) => void;
}

/**
 * Confirms the user's identity before an action on somebody else: the password, or without one a code of their own
 * second factor.
 */
export function OwnProof({ faults, onChange }: OwnProofProps) {
  const { data } = useQuery(api.twoFactor.look.queryOptions());
  const [value, setValue] = useState("");
  const proof = data === undefined ? null : proofOf(data);
  return (
    <ProofField
      autoFocus
      asks={proof}
      value={value}
      error={faults[proof ?? "password"]}
      onChange={(typed) => {
        setValue(typed);
        onChange(proof === "code" ? { code: typed } : { password: typed });
      }}
    />
  );
}

interface OwnPasswordFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  /** Whether it is the first field. */
  autoFocus?: boolean;
}

/** Asks for the user's password before an action for which a session is not enough. */
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

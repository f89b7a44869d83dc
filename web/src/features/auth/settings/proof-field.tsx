import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { PasswordInput } from "../../../ui/form/password-input.tsx";

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

interface OwnProofProps {
  faults: { password?: string | undefined; code?: string | undefined };
  onChange: (proof: { password: string } | { code: string }) => void;
}

/** Asks who it is before something is done to somebody else: by one's password; of who has none, by a code of one's own second factor. */
export function OwnProof({ faults, onChange }: OwnProofProps) {
  const { data } = useQuery(api.twoFactor.look.queryOptions());
  const [value, setValue] = useState("");
  const asks = data === undefined ? null : proofOf(data);
  return (
    <ProofField
      autoFocus
      asks={asks}
      value={value}
      error={faults[asks ?? "password"]}
      onChange={(typed) => {
        setValue(typed);
        onChange(asks === "code" ? { code: typed } : { password: typed });
      }}
    />
  );
}

interface OwnPasswordFieldProps {
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

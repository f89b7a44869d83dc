import { limits } from "@deskhand/contract/limits";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import type { CallError } from "../../../lib/failure.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useUnsaved } from "../../../screens/leave-guard.tsx";
import { namedFaults, useForm } from "../../../screens/use-form.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { PasswordInput } from "../../../ui/form/password-input.tsx";
import { renewsSession } from "./renews-session.ts";

const blank: PasswordFields = { current: "", new: "", repeated: "" };

/** Changes the user's password, with errors below their fields. Passwords are held only in the form's state. */
export function PasswordPanel() {
  const { user } = useSession();
  const cache = useQueryClient();
  const [fields, setFields] = useState(blank);
  const isEdited = Object.values(fields).some((value) => value !== "");
  useUnsaved("password", isEdited);
  const change = useMutation(
    api.account.changePassword.mutationOptions({
      // Retried after a lost response, the server finds the old password wrong and says so.
      ...failsOffline,
      ...renewsSession(cache),
      onSuccess: () => setFields(blank),
    }),
  );
  const form = useForm({
    check: () => passwordFaults(fields),
    faultsOf: serverFaults,
    save: change,
    send: () => change.mutate({ current: fields.current, new: fields.new }),
  });

  const field = (name: keyof PasswordFields, label: string, autoComplete: string, hint?: string) => (
    <Field label={label} hint={hint} error={form.faults[name]}>
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete={autoComplete}
          value={fields[name]}
          readOnly={change.isPending}
          onChange={(event) => {
            setFields({ ...fields, [name]: event.target.value });
            if (!change.isPending) change.reset();
          }}
        />
      )}
    </Field>
  );

  return (
    <form {...form.props} className="flex flex-col gap-4">
      {/* Password managers need the account's name. */}
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ""} readOnly />
      {field("current", "Current password", "current-password")}
      {field(
        "new",
        "New password",
        "new-password",
        `${limits.passwordMinLength} to ${limits.passwordMaxLength} characters, not easy to guess.`,
      )}
      {field("repeated", "New password again", "new-password")}
      <FailureBanner error={form.failure} />
      {change.data !== undefined && <Banner kind="success">{doneSentence(change.data.endedSessions)}</Banner>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" disabled={!isEdited} busy={change.isPending} busyText="Changing...">
          Change password
        </Button>
        <p className="min-w-50 flex-1 text-soft text-xs">
          You stay signed in here, and are signed out everywhere else.
        </p>
      </div>
    </form>
  );
}

function doneSentence(ended: number): string {
  const elsewhere =
    ended === 1 ? "You were signed out on one other device." : `You were signed out on ${ended} other devices.`;
  return ended === 0 ? "Password changed." : `Password changed. ${elsewhere}`;
}

interface PasswordFields {
  current: string;
  new: string;
  repeated: string;
}

/** Checks the form before it is sent: missing fields, and two different new passwords. */
export function passwordFaults(fields: PasswordFields): Partial<PasswordFields> {
  return {
    ...(fields.current === "" && { current: "Enter your current password" }),
    ...(fields.new === "" && { new: "Enter a new password" }),
    ...(fields.new !== fields.repeated && { repeated: "This is not the same as the new password" }),
  };
}

/** Returns the server's errors by field. */
export function serverFaults(error: CallError | null): Partial<PasswordFields> {
  if (isDefinedError(error) && error.code === "weak_password") {
    return { new: error.data.reasons.map((reason) => `${reason}.`).join(" ") };
  }
  return namedFaults(error);
}

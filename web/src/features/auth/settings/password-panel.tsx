import { limits } from "@deskhand/contract/limits";
import { type FormEvent, useEffect, useId } from "react";
import { failureText } from "../../../lib/failure.ts";
import { useSession } from "../../../lib/session.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { usePasswordChange } from "./use-password-change.ts";

/** Changes one's own password; what is wrong stands under its field. */
export function PasswordPanel({ onEdited }: { onEdited: (isEdited: boolean) => void }) {
  const { user } = useSession();
  const form = usePasswordChange();
  const id = useId();
  const { isEdited } = form;
  useEffect(() => onEdited(isEdited), [isEdited, onEdited]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wrong = form.submit();
    if (wrong !== null) document.getElementById(`${id}-${wrong}`)?.querySelector("input")?.focus();
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {/* Password managers ask whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ""} readOnly />
      <div id={`${id}-current`}>
        <Field label="Current password" error={form.faults.current}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" {...form.field("current")} />}
        </Field>
      </div>
      <div id={`${id}-new`}>
        <Field
          label="New password"
          hint={`${limits.passwordMinLength} to ${limits.passwordMaxLength} characters, not easy to guess.`}
          error={form.faults.new}
        >
          {(control) => <PasswordInput {...control} autoComplete="new-password" {...form.field("new")} />}
        </Field>
      </div>
      <div id={`${id}-repeated`}>
        <Field label="New password again" error={form.faults.repeated}>
          {(control) => <PasswordInput {...control} autoComplete="new-password" {...form.field("repeated")} />}
        </Field>
      </div>
      {form.error !== null && <Banner kind="error">{failureText(form.error)}</Banner>}
      {form.done !== null && <Banner kind="success">{form.done}</Banner>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" disabled={!isEdited} busy={form.isBusy} busyText="Changing...">
          Change password
        </Button>
        <p className="min-w-50 flex-1 text-soft text-xs">
          You stay signed in here, and are signed out everywhere else.
        </p>
      </div>
    </form>
  );
}

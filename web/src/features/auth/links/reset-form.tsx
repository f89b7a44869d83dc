import { type FormEvent, useState } from "react";
import { resetPassword } from "../../../lib/auth/auth.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { PasswordField } from "../password-field.tsx";
import { useLinkForm } from "./use-link.ts";

/** Chooses another password for an account whose password was forgotten. */
export function ResetForm({ token }: { token: string }) {
  const form = useLinkForm();
  const [password, setPassword] = useState("");

  function submit(event: FormEvent) {
    event.preventDefault();
    void form.submit(
      () => resetPassword({ token, password }),
      () => {},
    );
  }

  if (form.isDone) {
    return (
      <>
        <Banner kind="success">Your password was changed, and you are signed out everywhere.</Banner>
        <p className="mt-5 text-center">
          <TextLink href="/login" className="line-alone">
            Sign in with the new password
          </TextLink>
        </p>
      </>
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <PasswordField
        label="New password"
        placeholder="Enter a new password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      {form.message !== null && <Banner kind={form.message.kind}>{form.message.text}</Banner>}
      <Button type="submit" variant="primary" size="lg" busy={form.isBusy} busyText="Please wait...">
        Change password
      </Button>
    </form>
  );
}

import { type FormEvent, useState } from "react";
import { confirmSignUp } from "../../../lib/auth/auth.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { PasswordField } from "../password-field.tsx";
import { useLinkForm } from "./use-link.ts";

/** Confirms a sign-up with the password that was chosen for it, which keeps a stranger's from being confirmed. */
export function ConfirmForm({ token }: { token: string }) {
  const form = useLinkForm();
  const [password, setPassword] = useState("");
  const [rememberMe, setRememberMe] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    void form.submit(
      () => confirmSignUp({ token, password, rememberMe }),
      () => location.replace("/dashboard"),
    );
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">Enter the password that you chose when you signed up, and your help desk is ready.</p>
      <PasswordField autoComplete="current-password" value={password} onChange={setPassword} />
      <Checkbox label="Remember me" checked={rememberMe} onChange={(event) => setRememberMe(event.target.checked)} />
      {form.message !== null && <Banner kind={form.message.kind}>{form.message.text}</Banner>}
      <Button type="submit" variant="primary" size="lg" busy={form.isBusy} busyText="Please wait...">
        Confirm e-mail address
      </Button>
    </form>
  );
}

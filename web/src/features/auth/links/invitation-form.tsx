import { type FormEvent, useState } from "react";
import { acceptInvitation, type LinkAbout } from "../../../lib/auth/auth.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { PasswordField } from "../password-field.tsx";
import { useLinkForm } from "./use-link.ts";

/** Joins the store that invited, with a name and a password. */
export function InvitationForm({ token, about }: { token: string; about: LinkAbout }) {
  const form = useLinkForm();
  const [name, setName] = useState(about.name ?? "");
  const [password, setPassword] = useState("");

  function submit(event: FormEvent) {
    event.preventDefault();
    void form.submit(
      () => acceptInvitation({ token, name, password }),
      () => location.replace("/dashboard"),
    );
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <InputField label="Email" value={about.email} readOnly autoComplete="username" />
      <InputField
        label="Full Name"
        autoComplete="name"
        placeholder="Enter your full name"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField
        placeholder="Choose a password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      {form.message !== null && <Banner kind={form.message.kind}>{form.message.text}</Banner>}
      <Button type="submit" variant="primary" size="lg" busy={form.isBusy} busyText="Please wait...">
        Accept the invitation
      </Button>
    </form>
  );
}

import { type FormEvent, useState } from "react";
import {
  acceptInvitation,
  confirmNewEmail,
  confirmSignUp,
  type LinkAbout,
  resetPassword,
} from "../../../lib/auth/auth.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { PasswordField } from "../auth-card.tsx";
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

/** Confirms the address that an account is to have from now on. */
export function ChangeEmailForm({ token }: { token: string }) {
  const form = useLinkForm();
  if (form.isDone) {
    return (
      <>
        <Banner kind="success">This is the e-mail address of your account now.</Banner>
        <p className="mt-5 text-center">
          <TextLink href="/login" className="line-alone">
            Go to the sign-in
          </TextLink>
        </p>
      </>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">From then on you sign in with this address.</p>
      {form.message !== null && <Banner kind={form.message.kind}>{form.message.text}</Banner>}
      <Button
        variant="primary"
        size="lg"
        busy={form.isBusy}
        busyText="Please wait..."
        onClick={() =>
          void form.submit(
            () => confirmNewEmail(token),
            () => {},
          )
        }
      >
        Confirm this address
      </Button>
    </div>
  );
}

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

import { type FormEvent, type ReactNode, useState } from "react";
import {
  acceptInvitation,
  confirmNewEmail,
  confirmSignUp,
  type LinkAbout,
  type LinkPurpose,
  resetPassword,
} from "../../../lib/auth/auth.ts";
import type { AuthResult } from "../../../lib/auth/auth-call.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { AuthCard, PasswordField } from "../auth-card.tsx";
import { useLink, useLinkForm } from "./use-link.ts";

interface Page {
  title: string;
  subtitle: (about: LinkAbout) => ReactNode;
  Form: (props: { token: string; about: LinkAbout }) => ReactNode;
  /** Where to go when the link is invalid. */
  instead: { href: string; label: string };
}

const signIn = { href: "/login", label: "Go to the sign-in" };

const pages: Record<LinkPurpose, Page> = {
  confirm: {
    title: "Confirm your e-mail address",
    subtitle: ({ email }) => email,
    Form: ConfirmForm,
    instead: { href: "/login?mode=sign-up", label: "Sign up again" },
  },
  reset: {
    title: "Choose a new password",
    subtitle: ({ email }) => email,
    Form: ResetForm,
    instead: { href: "/login?mode=forgot", label: "Ask for a new link" },
  },
  invite: {
    title: "You are invited",
    subtitle: ({ storeName }) => `Join the help desk of ${storeName}`,
    Form: InvitationForm,
    instead: signIn,
  },
  "change-email": {
    title: "Confirm your new e-mail address",
    subtitle: ({ email }) => email,
    Form: ChangeEmailForm,
    instead: signIn,
  },
};

/** Opens a link from a mail (docs/product.md#links-in-mails): the page for its purpose, or what is wrong with it. */
export function LinkScreen() {
  const { purpose, token, found, lookAgain } = useLink();
  const { title, subtitle, Form } = pages[purpose];
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      {found === null ? (
        <Spinner size={28} />
      ) : (
        <AuthCard title={title} subtitle={found.ok ? subtitle(found.data) : null} backTo="/login">
          {found.ok ? (
            <Form token={token} about={found.data} />
          ) : (
            <NotOpened purpose={purpose} why={found} onRetry={lookAgain} />
          )}
        </AuthCard>
      )}
    </main>
  );
}

interface NotOpenedProps {
  purpose: LinkPurpose;
  why: Extract<AuthResult, { ok: false }>;
  onRetry: () => void;
}

/** Says why a link cannot be opened and what to do: the link is invalid, or the server could not tell yet. */
function NotOpened({ purpose, why: { status, code, message }, onRetry }: NotOpenedProps) {
  // The server says 404, 409 or 410 about the link itself; other errors may pass.
  if (![404, 409, 410].includes(status)) {
    return (
      <Banner kind="error" onRetry={onRetry}>
        {message}
      </Banner>
    );
  }
  // A confirmed sign-up is an account by now.
  const isDone = code === "address_has_account" || (code === "link_used" && purpose === "confirm");
  const { href, label } = isDone ? signIn : pages[purpose].instead;
  return (
    <>
      <Banner kind="error">{message}</Banner>
      <p className="mt-5 text-center">
        <TextLink href={href} className="line-alone">
          {label}
        </TextLink>
      </p>
    </>
  );
}

/** Joins the inviting store with a name and a password. */
function InvitationForm({ token, about }: { token: string; about: LinkAbout }) {
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

/** Sets a new password for an account whose password was forgotten. */
function ResetForm({ token }: { token: string }) {
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

/** Confirms an account's new address. */
function ChangeEmailForm({ token }: { token: string }) {
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

/** Confirms a sign-up with its password, so that nobody confirms a stranger's. */
function ConfirmForm({ token }: { token: string }) {
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

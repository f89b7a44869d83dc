import type { ReactNode } from "react";
import type { LinkAbout, LinkPurpose } from "../../../lib/auth/auth.ts";
import type { AuthResult } from "../../../lib/auth/auth-call.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { AuthCard } from "../auth-card.tsx";
import { ChangeEmailForm, ConfirmForm, InvitationForm, ResetForm } from "./link-forms.tsx";
import { useLink } from "./use-link.ts";

interface Page {
  title: string;
  subtitle: (about: LinkAbout) => ReactNode;
  Form: (props: { token: string; about: LinkAbout }) => ReactNode;
  /** What to do when the link does not hold. */
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

/** What a link in a mail opens (docs/product.md#links-in-mails): the page of what it is for, or what is wrong with it. */
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

/** Why a link opens nothing, and what to do: of the link itself there is nothing to be had, or nobody could say so yet. */
function NotOpened({ purpose, why: { status, code, message }, onRetry }: NotOpenedProps) {
  // Gone, used or expired is what the server says of a link; anything else may pass.
  if (![404, 409, 410].includes(status)) {
    return (
      <Banner kind="error" onRetry={onRetry}>
        {message}
      </Banner>
    );
  }
  // A sign-up that was confirmed is an account by now.
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

import type { ReactNode } from "react";
import type { LinkAbout, LinkPurpose } from "../../../lib/auth/auth.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { AuthCard } from "../auth-card.tsx";
import { ChangeEmailForm } from "./change-email-form.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import { ResetForm } from "./reset-form.tsx";
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
  const { purpose, token, found } = useLink();
  const { title, subtitle, Form, instead } = pages[purpose];
  const hasAccount = found?.ok === false && found.code === "address_has_account";
  const next = hasAccount ? signIn : instead;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      {found === null ? (
        <Spinner size={28} />
      ) : (
        <AuthCard title={title} subtitle={found.ok ? subtitle(found.data) : null} backTo="/login">
          {found.ok ? (
            <Form token={token} about={found.data} />
          ) : (
            <>
              <Banner kind="error">{found.message}</Banner>
              <p className="mt-5 text-center">
                <TextLink href={next.href}>{next.label}</TextLink>
              </p>
            </>
          )}
        </AuthCard>
      )}
    </main>
  );
}

import { confirmNewEmail } from "../../../lib/auth/auth.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useLinkForm } from "./use-link.ts";

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

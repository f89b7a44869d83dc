import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { PasskeysPanel } from "../passkeys/passkeys-panel.tsx";
import { TwoFactorPanel } from "../two-factor/two-factor-panel.tsx";
import { OwnPasswordField, proofOf } from "./proof-field.tsx";

/** The user's second factor, passkeys and e-mail address. */
export function SecurityPanel() {
  const { user } = useSession();
  const { data } = useQuery(api.twoFactor.look.queryOptions());
  return (
    <div className="flex flex-col gap-7">
      <TwoFactorPanel />
      {data !== undefined && <PasskeysPanel asks={proofOf(data)} />}
      {data?.hasPassword && user && <EmailForm email={user.email} />}
    </div>
  );
}

/** The user's e-mail address, with a form to change it. */
function EmailForm({ email }: { email: string }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-medium">E-mail address</h3>
      <p className="break-anywhere text-soft">You sign in with {shownAddress(email)}.</p>
      {isChanging ? (
        <NewEmail onCancel={() => setChanging(false)} />
      ) : (
        <div>
          <Button onClick={() => setChanging(true)}>Change address</Button>
        </div>
      )}
    </section>
  );
}

/** Requests another address, which takes effect once its mailed link is followed. */
function NewEmail({ onCancel }: { onCancel: () => void }) {
  const [fields, setFields] = useState({ email: "", password: "" });
  const [sentTo, setSentTo] = useState<string>();
  const ask = useMutation(
    api.account.changeEmail.mutationOptions({
      ...failsOffline,
      // The address stays in the field in case the link is needed again.
      onSuccess(_, { email }) {
        setSentTo(email);
        setFields({ email, password: "" });
      },
    }),
  );
  const form = useForm<"email" | "password">({ save: ask, send: () => ask.mutate(fields) });
  const change = (part: Partial<typeof fields>) => {
    setFields({ ...fields, ...part });
    if (!ask.isPending) ask.reset();
  };
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <Field label="New e-mail address" hint="We mail a link there." error={form.faults.email}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            type="email"
            autoComplete="email"
            value={fields.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        )}
      </Field>
      <OwnPasswordField
        value={fields.password}
        error={form.faults.password}
        onChange={(value) => change({ password: value })}
      />
      <FailureBanner error={form.failure} />
      {ask.data !== undefined && (
        <Banner kind="success">
          A link to confirm it is on its way to {shownAddress(ask.data.email)}. Until then nothing changes.
        </Banner>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          type="submit"
          variant="primary"
          disabled={fields.email === ""}
          busy={ask.isPending}
          busyText="Please wait..."
        >
          {fields.email === sentTo ? "Send the link again" : "Send the link"}
        </Button>
        <Button onClick={onCancel}>{sentTo === undefined ? "Cancel" : "Done"}</Button>
      </div>
    </form>
  );
}

import { limits } from "@deskhand/contract/limits";
import { QueryClientProvider, useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../../../lib/api.ts";
import { signOut } from "../../../lib/auth/sign-out.ts";
import { loginAddress, nextAddress } from "../../../lib/login-address.ts";
import { createQueryClient } from "../../../lib/query-client.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { proofOf } from "../settings/proof-field.tsx";
import { SetUpTwoFactor } from "./set-up-two-factor.tsx";

type SecondStepName = "code" | "set-up";

/** The second step of a sign-in (docs/product.md#two-factors), with its own query client, as the page has none. */
export function SecondStep({ step }: { step: SecondStepName }) {
  // Somebody who took too long starts over.
  const [cache] = useState(() => createQueryClient(beginAnew));
  return <QueryClientProvider client={cache}>{step === "code" ? <CodeStep /> : <SetUpStep />}</QueryClientProvider>;
}

const beginAnew = () => location.replace(loginAddress(nextAddress(location.search)));
const goOn = () => location.replace(nextAddress(location.search));

function CodeStep() {
  return (
    <WithWayBack>
      <EnterCode onDone={goOn} />
    </WithWayBack>
  );
}

function SetUpStep() {
  const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false };
  const look = useQuery(api.twoFactor.look.queryOptions(once));
  const step = useQuery(api.twoFactor.step.queryOptions(once));
  const factors = look.data;
  const email = step.data?.email;
  const isHere = factors !== undefined && email !== undefined;
  const failed = [look, step].find(({ error }) => error !== null);
  return (
    <WithWayBack>
      {!isHere && !failed && <Spinner size={28} />}
      {!isHere && failed && <FailureBanner error={failed.error} onRetry={failed.refetch} />}
      {isHere && <SetUpTwoFactor email={email} asks={proofOf(factors)} doneText="Go on" onDone={goOn} />}
    </WithWayBack>
  );
}

function WithWayBack({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <p className="mt-5 text-center">
        <Button variant="ghost" size="sm" onClick={() => void signOut().then(beginAnew)}>
          Sign in as somebody else
        </Button>
      </p>
    </>
  );
}

/** Takes a code from the authenticator app, or a recovery code. */
function EnterCode({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState("");
  const [trustsBrowser, setTrustsBrowser] = useState(false);
  const enter = useMutation(api.twoFactor.enter.mutationOptions({ ...failsOffline, onSuccess: onDone }));
  const form = useForm<"code">({ save: enter, send: () => enter.mutate({ code, trustsBrowser }) });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <Field label="Code" hint="Of your authenticator app, or one of your recovery codes." error={form.faults.code}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            placeholder="Enter the code"
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              form.edited();
            }}
          />
        )}
      </Field>
      <Checkbox
        label={`Do not ask at this browser for ${limits.trustedDeviceDays} days`}
        checked={trustsBrowser}
        onChange={(event) => setTrustsBrowser(event.target.checked)}
      />
      <details className="text-sm">
        <summary className="cursor-pointer text-soft">Lost your phone?</summary>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-soft">
          <li>Enter one of your recovery codes above. Each works once.</li>
          <li>
            Or sign in with a passkey, if you have one: choose “Sign in as somebody else” below, then “Sign in with a
            passkey”.
          </li>
          <li>
            With neither, ask an administrator of your store: in Admin, User Management, “Reset Two-Factor” beside your
            name takes your second factor away. Then sign in without a code, and set it up anew. If you are the only
            one, ask whoever runs this installation.
          </li>
        </ul>
      </details>
      <FailureBanner error={form.failure} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        // Stays busy while the browser navigates.
        busy={enter.isPending || enter.isSuccess}
        busyText="Please wait..."
      >
        Sign In
      </Button>
    </form>
  );
}

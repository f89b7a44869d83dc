import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../../../lib/api.ts";
import { signOut } from "../../../lib/auth/sign-out.ts";
import { loginAddress, nextAddress } from "../../../lib/login-address.ts";
import { createQueryClient } from "../../../lib/query-client.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { proofOf } from "../settings/proof-field.tsx";
import { EnterCode } from "./enter-code.tsx";
import { SetUpTwoFactor } from "./set-up-two-factor.tsx";

export type SecondStepName = "code" | "set-up";

/** What a sign-in takes beyond the first factor (docs/product.md#two-factors), with its own connection to the server: the page has none. */
export function SecondStep({ step }: { step: SecondStepName }) {
  // Who took too long begins anew.
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

import { useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { useSession } from "../../../lib/session.ts";
import { PasskeysPanel } from "../passkeys/passkeys-panel.tsx";
import { TwoFactorPanel } from "../two-factor/two-factor-panel.tsx";
import { EmailForm } from "./email-form.tsx";
import { proofOf } from "./proof-field.tsx";

/** What one signs in with beyond the password: a second factor, passkeys, and the address. */
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

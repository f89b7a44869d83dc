import { EmailSettingsScreen } from "../../features/outgoing/email-settings/email-settings-screen.tsx";
import { LeaveGuard } from "../../screens/leave-guard.tsx";
import { AdminLink } from "./admin-link.tsx";

/** The e-mail settings; leaving with unsaved text asks first. */
export function EmailSettingsTab() {
  return (
    <LeaveGuard stays={(search) => "view" in search && search.view === "email-settings"}>
      <EmailSettingsScreen domainLink={<AdminLink to="sender-domain">Set up the sender domain</AdminLink>} />
    </LeaveGuard>
  );
}

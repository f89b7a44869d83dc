import { AutomaticMailScreen } from "../../features/outgoing/email-settings/automatic-mail-screen.tsx";
import { LeaveGuard } from "../../screens/leave-guard.tsx";

/** The acknowledgement mail; leaving with unsaved text asks first. */
export function AutomaticMailTab() {
  return (
    <LeaveGuard stays={(search) => "view" in search && search.view === "automatic-mail"}>
      <AutomaticMailScreen />
    </LeaveGuard>
  );
}

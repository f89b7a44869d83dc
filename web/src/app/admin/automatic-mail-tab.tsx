import { AutomaticMailScreen } from "../../features/outgoing/email-settings/automatic-mail-screen.tsx";
import { LeaveGuard } from "../../screens/leave-guard.tsx";

/** The mail that acknowledges new tickets; what was written there is asked about before another section takes its place. */
export function AutomaticMailTab() {
  return (
    <LeaveGuard stays={(search) => "view" in search && search.view === "automatic-mail"}>
      <AutomaticMailScreen />
    </LeaveGuard>
  );
}

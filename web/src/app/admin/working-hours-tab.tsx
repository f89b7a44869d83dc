import { HoursScreen } from "../../features/hours/hours-screen.tsx";
import { LeaveGuard } from "../../screens/leave-guard.tsx";

/** The store's working hours; leaving with unsaved ones asks first. */
export function WorkingHoursTab() {
  return (
    <LeaveGuard stays={(search) => "view" in search && search.view === "working-hours"}>
      <HoursScreen />
    </LeaveGuard>
  );
}

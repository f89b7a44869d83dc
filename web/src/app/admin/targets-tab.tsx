import { ConditionFields } from "../../features/rules/condition-fields.tsx";
import { TargetsScreen } from "../../features/targets/targets-screen.tsx";
import { LeaveGuard } from "../../screens/leave-guard.tsx";

/** The store's targets, with the conditions that rules have; leaving with an unsaved policy asks first. */
export function TargetsTab() {
  return (
    <LeaveGuard stays={(search) => "view" in search && search.view === "targets"}>
      <TargetsScreen renderConditions={(props) => <ConditionFields {...props} />} />
    </LeaveGuard>
  );
}

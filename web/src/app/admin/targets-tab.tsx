import { ConditionFields } from "../../features/rules/condition-fields.tsx";
import { TargetsScreen } from "../../features/targets/targets-screen.tsx";

/** The store's targets, with the conditions that rules have. */
export function TargetsTab() {
  return <TargetsScreen renderConditions={(props) => <ConditionFields {...props} />} />;
}

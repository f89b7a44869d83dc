import { RatingsScreen } from "../../features/ratings/ratings-screen.tsx";
import { LeaveGuard } from "../../screens/leave-guard.tsx";

/** How customers are asked for ratings; leaving with unsaved changes asks first. */
export function RatingsTab() {
  return (
    <LeaveGuard stays={(search) => "view" in search && search.view === "ratings"}>
      <RatingsScreen />
    </LeaveGuard>
  );
}

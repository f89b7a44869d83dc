import { DashboardScreen } from "../features/dashboard/dashboard-screen.tsx";
import { loadLater } from "../ui/load-later.tsx";

// Most stores have nothing to be told.
const DashboardNotices = loadLater(() =>
  import("./dashboard-notices.tsx").then(({ DashboardNotices }) => DashboardNotices),
);

/** The dashboard, below what one is told. */
export function DashboardTab() {
  return <DashboardScreen firstSteps={<DashboardNotices />} />;
}

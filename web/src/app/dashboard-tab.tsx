import { DashboardScreen } from "../features/dashboard/dashboard-screen.tsx";
import { loadLater } from "../ui/load-later.tsx";

// Loaded separately, as most stores have no notices.
const DashboardNotices = loadLater(() =>
  import("./dashboard-notices.tsx").then(({ DashboardNotices }) => DashboardNotices),
);

/** The dashboard below its notices. */
export function DashboardTab() {
  return <DashboardScreen firstSteps={<DashboardNotices />} />;
}

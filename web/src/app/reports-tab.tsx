import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ReportsScreen } from "../features/reports/reports-screen.tsx";

const route = getRouteApi("/desk/dashboard/reports");

/** The reports; what they show is in the URL, so that it can be shared. */
export function ReportsTab(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ReportsScreen search={search} onSearch={(change) => void navigate({ search: (all) => ({ ...all, ...change }) })} />
  );
}

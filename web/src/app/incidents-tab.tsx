import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { IncidentDetail } from "../features/incidents/incident-detail.tsx";
import { IncidentsScreen } from "../features/incidents/incidents-screen.tsx";
import { LeaveGuard } from "../screens/leave-guard.tsx";

const route = getRouteApi("/desk/dashboard/incidents");

/** The incidents, or the one that the URL names. */
export function IncidentsTab(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { incident } = search;
  const onBack = () => void navigate({ search: (all) => ({ ...all, incident: undefined }) });
  return (
    <LeaveGuard stays={(next) => "incident" in next && next.incident === incident}>
      {incident !== undefined ? (
        <IncidentDetail
          key={incident}
          id={incident}
          onBack={onBack}
          back={
            <Link
              to="/dashboard/incidents"
              search={(all) => ({ ...all, incident: undefined })}
              className="inline-flex items-center rounded-tag text-accent hover:underline touch:min-h-10"
            >
              ← All incidents
            </Link>
          }
        />
      ) : (
        <IncidentsScreen
          search={search}
          onSearch={(next) => void navigate({ search: (all) => ({ ...all, ...next }) })}
          linkTo={(id, title) => (
            <Link
              to="/dashboard/incidents"
              search={(all) => ({ ...all, incident: id })}
              className="min-w-0 font-semibold break-anywhere after:absolute after:inset-0"
            >
              {title}
            </Link>
          )}
        />
      )}
    </LeaveGuard>
  );
}

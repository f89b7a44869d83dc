import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { loadLater } from "../ui/load-later.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { NewTicket } from "./new-ticket.tsx";
import { OpenSettings } from "./open-settings.tsx";
import { OpenTicket } from "./open-ticket.tsx";
import { Overlays } from "./overlays.tsx";
import { PlaceholderTab } from "./placeholder-tab.tsx";
import { Shell } from "./shell.tsx";
import { useLogout } from "./use-logout.ts";
import { useOneUser } from "./use-one-user.ts";

const route = getRouteApi("/dashboard");

const DashboardTab = loadLater(
  () => import("../features/dashboard/dashboard-screen.tsx").then(({ DashboardScreen }) => DashboardScreen),
  TabSkeleton,
);
const TicketsTab = loadLater(() => import("./tickets-tab.tsx").then(({ TicketsTab }) => TicketsTab), TabSkeleton);
// While the app itself starts.
(new URLSearchParams(location.search).get("section") === "tickets" ? TicketsTab : DashboardTab).preload();

/** The signed-in application: the shell around the tab that the address names. */
export function Dashboard() {
  const { section = "dashboard", ticket: openTicketId = null } = route.useSearch();
  const navigate = useNavigate();
  const [searchText, setSearchText] = useState<string | null>(null);
  const logout = useLogout();
  useOneUser();

  return (
    <Shell
      section={section}
      openTicketId={openTicketId}
      logout={logout}
      onSearch={setSearchText}
      onOpenTicket={(ticket) =>
        void navigate({ to: "/dashboard", search: (search) => ({ ...search, ticket }), resetScroll: false })
      }
    >
      {section === "dashboard" ? (
        <DashboardTab />
      ) : section === "tickets" ? (
        <TicketsTab />
      ) : (
        <PlaceholderTab section={section} />
      )}
      <OpenTicket />
      <OpenSettings />
      <NewTicket />
      <Overlays searchText={searchText} onSearch={setSearchText} onLogout={() => void logout.leave()} />
    </Shell>
  );
}

function TabSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-7 w-60" />
      <Skeleton className="h-4.5 w-90 max-w-full" />
      <Skeleton className="mt-3 h-60 w-full rounded-panel" />
    </div>
  );
}

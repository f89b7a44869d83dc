import { getRouteApi, Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { AddressedDialogs } from "./addressed-dialogs.tsx";
import { Overlays } from "./overlays.tsx";
import { Shell } from "./shell.tsx";
import { useDialogs } from "./use-dialogs.ts";
import { useLogout } from "./use-logout.ts";
import { useOneUser } from "./use-one-user.ts";

const route = getRouteApi("/desk");

/** The signed-in application: the shell around the section that the address names, and what lies over both. */
export function Dashboard() {
  const { ticket: openTicketId = null } = route.useSearch();
  const open = useDialogs();
  const [searchText, setSearchText] = useState<string | null>(null);
  const logout = useLogout();
  useOneUser();

  return (
    <Shell
      openTicketId={openTicketId}
      logout={logout}
      onSearch={setSearchText}
      onOpenTicket={(ticket) => open({ ticket })}
      onOpenSettings={() => open({ settings: "profile" })}
    >
      <Outlet />
      <AddressedDialogs />
      <Overlays searchText={searchText} onSearch={setSearchText} onLogout={() => void logout.leave()} />
    </Shell>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Archive, BookPlus, CheckCheck, Keyboard, LogOut, Settings, TicketPlus, UserPlus } from "lucide-react";
import type { ComponentProps } from "react";
import type { Command } from "../features/search/palette-options.ts";
import { SearchPalette } from "../features/search/search-palette.tsx";
import { api } from "../lib/api.ts";
import { waitsForNetwork } from "../lib/retries.ts";
import { useSession } from "../lib/session.ts";
import { keyNames, shortcuts } from "../lib/shortcuts.ts";
import { announce } from "../ui/announcer.tsx";
import { useDialogs } from "./address.ts";
import { offeredSections, sectionKeys, sections } from "./sections.ts";

/** The search palette with the application's commands. */
export function Palette(props: Omit<ComponentProps<typeof SearchPalette>, "commands"> & CommandActions) {
  const { onShowKeys, onLogout, ...palette } = props;
  return <SearchPalette {...palette} commands={useCommands({ onShowKeys, onLogout })} />;
}

export interface CommandActions {
  onShowKeys: () => void;
  onLogout: () => void;
}

/** Returns the palette's commands. */
function useCommands({ onShowKeys, onLogout }: CommandActions): Command[] {
  const navigate = useNavigate();
  const open = useDialogs();
  const cache = useQueryClient();
  const { can } = useSession();
  const markAllRead = useMutation(
    api.notifications.markAllRead.mutationOptions({
      ...waitsForNetwork,
      onSuccess: () => {
        announce("All notifications are marked as read");
        return cache.invalidateQueries({ queryKey: api.notifications.key() });
      },
    }),
  );

  return [
    ...offeredSections(can).map((id) => ({
      id: `go-${id}`,
      label: `Go to ${sections[id].label}`,
      alsoCalled: id,
      Icon: sections[id].Icon,
      keys: sectionKeys(id),
      run: () => void navigate({ to: sections[id].path }),
    })),
    ...(can("tickets:create")
      ? [
          {
            id: "new-ticket",
            label: "New Ticket",
            alsoCalled: "create add",
            Icon: TicketPlus,
            keys: keyNames(shortcuts.newTicket),
            run: () => void navigate({ to: "/dashboard/tickets", search: { new: "ticket" } }),
          },
        ]
      : []),
    ...(can("customers:write")
      ? [
          {
            id: "new-customer",
            label: "New Customer",
            alsoCalled: "create add",
            Icon: UserPlus,
            run: () => void navigate({ to: "/dashboard/customers", search: { new: "customer" } }),
          },
        ]
      : []),
    ...(can("knowledge:write")
      ? [
          {
            id: "add-resource",
            label: "Add Resource",
            alsoCalled: "create new knowledge article manual policy",
            Icon: BookPlus,
            run: () => void navigate({ to: "/dashboard/knowledge", search: { new: "resource" } }),
          },
        ]
      : []),
    {
      id: "view-archive",
      label: "View Archive",
      alsoCalled: "archived resolved closed tickets",
      Icon: Archive,
      run: () => void navigate({ to: "/dashboard/tickets", search: { view: "archive" } }),
    },
    {
      id: "settings",
      label: "Settings",
      alsoCalled: "profile password name account",
      Icon: Settings,
      run: () => open({ ticket: undefined, settings: "profile" }),
    },
    {
      id: "keys",
      label: "Keyboard shortcuts",
      alsoCalled: "help keys",
      Icon: Keyboard,
      keys: keyNames(shortcuts.sheet),
      run: onShowKeys,
    },
    {
      id: "mark-all-read",
      label: "Mark all notifications as read",
      Icon: CheckCheck,
      isLast: true,
      run: () => markAllRead.mutate(undefined),
    },
    { id: "logout", label: "Logout", alsoCalled: "sign out leave", Icon: LogOut, isLast: true, run: onLogout },
  ];
}

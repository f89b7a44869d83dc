import { getRouteApi } from "@tanstack/react-router";
import { useSession } from "../lib/session.ts";
import { loadLater } from "../ui/load-later.tsx";
import { composerTools } from "./composer-tools.tsx";
import { useDialogs } from "./use-dialogs.ts";

const route = getRouteApi("/desk");

const TicketDialog = loadLater(() =>
  import("../features/tickets/detail/ticket-dialog.tsx").then(({ TicketDialog }) => TicketDialog),
);
const SettingsDialog = loadLater(() => import("./settings-dialog.tsx").then(({ SettingsDialog }) => SettingsDialog));
const CreateTicketDialog = loadLater(() =>
  import("../features/tickets/create/create-ticket-dialog.tsx").then(({ CreateTicketDialog }) => CreateTicketDialog),
);

/** The dialogs that the address names, over whatever section is shown: a ticket, one's own settings, a new ticket. */
export function AddressedDialogs() {
  const { ticket, settings, new: making } = route.useSearch();
  const { can } = useSession();
  const open = useDialogs();

  return (
    <>
      {ticket !== undefined && (
        <TicketDialog
          key={ticket}
          ticketId={ticket}
          tools={composerTools}
          onClose={() => open({ ticket: undefined })}
          // A ticket that has left the list leaves its place to the one where the list's keys go on.
          returnFocusTo={() =>
            document.querySelector<HTMLElement>(`[data-ticket="${CSS.escape(ticket)}"] a`) ??
            document.querySelector<HTMLElement>('[data-ticket] a[tabindex="0"]')
          }
        />
      )}
      {settings !== undefined && (
        <SettingsDialog
          tab={settings}
          onSelect={(tab) => open({ settings: tab }, true)}
          onClose={() => open({ settings: undefined })}
          returnFocusTo={() => document.querySelector<HTMLElement>("[data-settings-button]")}
        />
      )}
      {making === "ticket" && can("tickets:create") && (
        <CreateTicketDialog
          onClose={() => open({ new: undefined })}
          onCreated={({ id }) => open({ new: undefined, ticket: id })}
          returnFocusTo={() => document.querySelector<HTMLElement>("[data-new-ticket]")}
        />
      )}
    </>
  );
}

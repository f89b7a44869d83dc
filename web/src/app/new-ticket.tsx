import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useSession } from "../lib/session.ts";
import { later } from "../ui/later.tsx";

const route = getRouteApi("/dashboard");

const CreateTicketDialog = later(() =>
  import("../features/tickets/create/create-ticket-dialog.tsx").then(({ CreateTicketDialog }) => CreateTicketDialog),
);

/** The dialog for a new ticket, when the address asks for it, over whatever tab is shown. */
export function NewTicket() {
  const { new: asked } = route.useSearch();
  const { can } = useSession();
  const navigate = useNavigate({ from: "/dashboard" });
  if (asked !== "ticket" || !can("tickets:create")) return null;

  return (
    <CreateTicketDialog
      onClose={() => void navigate({ search: (search) => ({ ...search, new: undefined }), resetScroll: false })}
      onCreated={({ id }) =>
        void navigate({ search: (search) => ({ ...search, new: undefined, ticket: id }), resetScroll: false })
      }
      returnFocusTo={() => document.querySelector<HTMLElement>("[data-new-ticket]")}
    />
  );
}

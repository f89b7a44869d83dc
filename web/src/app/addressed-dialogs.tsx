import { skipToken, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../lib/api.ts";
import { useSession } from "../lib/session.ts";
import { loadLater } from "../ui/load-later.tsx";
import { useDialogs } from "./address.ts";

const route = getRouteApi("/desk");

const TicketDialog = loadLater(() => import("./ticket-with-parts.tsx").then(({ TicketWithParts }) => TicketWithParts));
const SettingsDialog = loadLater(() => import("./settings-dialog.tsx").then(({ SettingsDialog }) => SettingsDialog));
const CreateTicketDialog = loadLater(() =>
  import("../features/tickets/create/create-ticket-dialog.tsx").then(({ CreateTicketDialog }) => CreateTicketDialog),
);
const CustomerDialog = loadLater(() =>
  import("../features/customers/customer-dialog.tsx").then(({ CustomerDialog }) => CustomerDialog),
);
const OrderDialog = loadLater(() =>
  import("../features/orders/order-dialog.tsx").then(({ OrderDialog }) => OrderDialog),
);
const NewCustomerDialog = loadLater(() =>
  import("../features/customers/new-customer-dialog.tsx").then(({ NewCustomerDialog }) => NewCustomerDialog),
);

/** The dialogs that the address names, over whatever section is shown: a customer, an order, a ticket, one's own settings, something new. */
export function AddressedDialogs() {
  const { ticket, customerId, orderId, settings, new: making } = route.useSearch();
  const { can } = useSession();
  const open = useDialogs();
  // Where the address that one comes with names several, they open in this order: the ticket is last, and lies on top.
  const [isCustomerShown, setCustomerShown] = useState(customerId === undefined);
  const [isOrderShown, setOrderShown] = useState(orderId === undefined);
  const isBottomShown = isCustomerShown && isOrderShown;
  const isForCustomer = making === "ticket" && customerId !== undefined;
  const { data: customer } = useQuery(
    api.customers.get.queryOptions({ input: isForCustomer ? { id: customerId } : skipToken }),
  );

  return (
    <>
      {customerId !== undefined && can("customers:read") && (
        <CustomerDialog
          key={customerId}
          customerId={customerId}
          onClose={() => open({ customerId: undefined })}
          onCreateTicket={() => open({ new: "ticket" })}
          onOpenCustomer={(customerId) => open({ customerId })}
          onShown={() => setCustomerShown(true)}
          returnFocusTo={() =>
            document.querySelector<HTMLElement>(`[data-customer="${CSS.escape(customerId)}"] a`) ??
            document.querySelector<HTMLElement>('[data-customer] a[tabindex="0"]')
          }
        />
      )}
      {orderId !== undefined && can("orders:read") && isCustomerShown && (
        <OrderDialog
          key={orderId}
          orderId={orderId}
          onClose={() => open({ orderId: undefined })}
          onShown={() => setOrderShown(true)}
          returnFocusTo={() =>
            document.querySelector<HTMLElement>(`[data-order="${CSS.escape(orderId)}"] a`) ??
            document.querySelector<HTMLElement>('[data-order] a[tabindex="0"]')
          }
        />
      )}
      {ticket !== undefined && isBottomShown && (
        <TicketDialog
          key={ticket}
          ticketId={ticket}
          onClose={() => open({ ticket: undefined })}
          // Its row, whichever one came by; a ticket that has left the list leaves its place to the one where the list's keys go on.
          returnFocusTo={(before) =>
            document.querySelector<HTMLElement>(`[data-ticket="${CSS.escape(ticket)}"] a`) ??
            before ??
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
      {making === "ticket" && can("tickets:create") && (!isForCustomer || customer !== undefined) && isBottomShown && (
        <CreateTicketDialog
          {...(isForCustomer && customer && { customer })}
          onClose={() => open({ new: undefined })}
          onCreated={({ id }) => open({ new: undefined, ticket: id })}
          returnFocusTo={() => document.querySelector<HTMLElement>("[data-new-ticket]")}
        />
      )}
      {making === "customer" && can("customers:write") && (
        <NewCustomerDialog
          onClose={() => open({ new: undefined })}
          onOpenCustomer={(customerId) => open({ new: undefined, customerId }, true)}
          returnFocusTo={() => document.querySelector<HTMLElement>("[data-new-customer]")}
        />
      )}
    </>
  );
}

import { skipToken, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useState } from "react";
import { api } from "../lib/api.ts";
import { useSession } from "../lib/session.ts";
import { dialogOf, goKey, isPageBeside, isPressed, isTyping, shortcuts, useShortcuts } from "../lib/shortcuts.ts";
import { loadLater } from "../ui/load-later.tsx";
import { useDialogs } from "./address.ts";
import { offeredSections, sections } from "./sections.ts";

const Palette = loadLater(() => import("./palette.tsx").then(({ Palette }) => Palette));
const ShortcutSheet = loadLater(() => import("./shortcut-sheet.tsx").then(({ ShortcutSheet }) => ShortcutSheet));

interface OverlaysProps {
  /** The search's initial text; null while closed. */
  searchText: string | null;
  /** Opens the search with a text; null closes it. */
  onSearch: (text: string | null) => void;
  onLogout: () => void;
}

/** What opens over every section by key or header: the search palette and the shortcut sheet. */
export function Overlays({ searchText, onSearch, onLogout }: OverlaysProps) {
  const { user, can } = useSession();
  const open = useDialogs();
  const [isSheetOpen, setSheetOpen] = useState(false);

  useGoKeys();
  useShortcuts(shortcuts, isForPage, {
    search: () => onSearch(""),
    searchPlain: () => onSearch(""),
    sheet: () => setSheetOpen(true),
    newTicket: can("tickets:create") ? () => open({ new: "ticket" }) : undefined,
  });

  return (
    <>
      {searchText !== null && user !== null && (
        <Palette
          startText={searchText}
          onShowKeys={() => setSheetOpen(true)}
          onLogout={onLogout}
          onClose={() => onSearch(null)}
        />
      )}
      {isSheetOpen && <ShortcutSheet onClose={() => setSheetOpen(false)} />}
    </>
  );
}

/**
 * Whether keys go to the page: no dialog, one beside the page, or a modal one that leaves these keys to it, such as a
 * customer's.
 */
function isForPage(dialog: Element | null): boolean {
  return isPageBeside(dialog) || dialog?.querySelector("[data-page-shortcuts]") != null;
}

const PATIENCE_MS = 1_500;

/** `g` followed by a section's letter opens it, except in fields and modal dialogs. */
function useGoKeys(): void {
  const navigate = useNavigate();
  const offered = offeredSections(useSession().can);
  const latest = useRef({ navigate, offered });
  latest.current = { navigate, offered };

  // Before the first paint, so that no key is missed on a visible page.
  useLayoutEffect(() => {
    let until = 0;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === "Shift") return;
      const isSecond = event.timeStamp < until;
      until = 0;
      if (event.repeat || isTyping(event) || !isPageBeside(dialogOf(event))) return;
      if (isSecond) {
        const section = latest.current.offered.find((id) => isPressed(event, sections[id]));
        if (section !== undefined) {
          event.preventDefault();
          // The letter alone may have another meaning.
          event.stopPropagation();
          void latest.current.navigate({ to: sections[section].path });
          return;
        }
      }
      if (isPressed(event, { key: goKey })) until = event.timeStamp + PATIENCE_MS;
    }
    // In the capture phase, before any other handler of the letter.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}

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
const OrderMenu = loadLater(() =>
  import("../features/order-actions/order-menu.tsx").then(({ OrderMenu }) => OrderMenu),
);
const ActionHost = loadLater(() =>
  import("../features/order-actions/opened-action.tsx").then(({ ActionHost }) => ActionHost),
);
const OrderHistory = loadLater(() =>
  import("../features/order-actions/order-history.tsx").then(({ OrderHistory }) => OrderHistory),
);
const NewCustomerDialog = loadLater(() =>
  import("../features/customers/new-customer-dialog.tsx").then(({ NewCustomerDialog }) => NewCustomerDialog),
);

/** The dialogs named by the URL over any section: customer, order, ticket, settings, creating something. */
export function AddressedDialogs() {
  const { ticket, customerId, orderId, settings, new: making } = route.useSearch();
  const { can } = useSession();
  const open = useDialogs();
  // A URL that names several opens them in this order, with the ticket last and on top.
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
          // Opened from a ticket, what is done stands in that ticket's trail.
          actions={({ id, name }) => <OrderMenu orderId={id} orderName={name} ticketId={ticket ?? null} />}
          history={({ id }) => <OrderHistory orderId={id} />}
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
          // Its row, however the ticket was opened; if it left the list, the list's current row.
          returnFocusTo={(before) =>
            document.querySelector<HTMLElement>(`[data-ticket="${CSS.escape(ticket)}"] a`) ??
            before ??
            document.querySelector<HTMLElement>('[data-ticket] a[tabindex="0"]')
          }
        />
      )}
      {(ticket !== undefined || orderId !== undefined) && <ActionHost key={`${ticket} ${orderId}`} />}
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

import { customerExportUrl } from "@deskhand/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Download, Ellipsis, Pencil, Store, Trash2, UsersRound } from "lucide-react";
import { useEffect, useState } from "react";
import { customerLabel } from "../../entities/customer/customer-label.ts";
import { api } from "../../lib/api.ts";
import { isMissing } from "../../lib/failure.ts";
import { useSession } from "../../lib/session.ts";
import { DetailAbsent, DetailColumns, DetailSkeleton } from "../../screens/detail-parts.tsx";
import { LeaveGuard } from "../../screens/leave-guard.tsx";
import { StoreFault } from "../../screens/store-fault.tsx";
import { useStoreAdmin } from "../../screens/store-list.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { CustomerFacts, CustomerOrders, CustomerTickets } from "./customer-parts.tsx";
import { DeleteCustomerDialog, useDeleteCustomer } from "./delete-customer-dialog.tsx";
import { EditCustomerForm } from "./edit-customer-form.tsx";

const JoinCustomersDialog = loadLater(() =>
  import("./join-customers-dialog.tsx").then((module) => module.JoinCustomersDialog),
);

interface CustomerDialogProps {
  customerId: string;
  onClose: () => void;
  onCreateTicket: () => void;
  /** Opens another customer instead. */
  onOpenCustomer: (customerId: string) => void;
  /** Called once it is on screen, so that a dialog above it can open. */
  onShown: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/**
 * A customer with figures, tickets and orders (docs/product.md#customers). Mount it with the customer's id as its key.
 */
export function CustomerDialog(props: CustomerDialogProps) {
  const { customerId, onClose, onCreateTicket, onOpenCustomer, onShown, returnFocusTo } = props;
  const { can } = useSession();
  const { data, error, refetch } = useQuery(api.customers.get.queryOptions({ input: { id: customerId } }));
  const [isEditing, setEditing] = useState(false);
  /** The search text for a customer to join with; null while not joining. */
  const [joining, setJoining] = useState<string | null>(null);
  const [isAskingToDelete, setAskingToDelete] = useState(false);
  const removal = useDeleteCustomer(onClose);
  // Somebody else deleted the customer while open; one's own deletion has closed it already.
  const isGone = isMissing(error, "customer_not_found") && removal.isIdle;
  const customer = isGone ? undefined : data;
  const storeUrl = useStoreAdmin()("customers", customer?.shopifyCustomerId ?? null);
  const label = data && customerLabel({ customer: data, customerId });
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once.
  useEffect(onShown, []);

  return (
    <Dialog
      size="lg"
      tall
      bare
      title={
        <>
          Customer
          {label !== undefined && (
            <>
              : <bdi>{label}</bdi>
            </>
          )}
        </>
      }
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      actions={
        customer !== undefined &&
        can("customers:write") && (
          <CustomerActions
            customerId={customer.id}
            onEdit={isEditing ? undefined : () => setEditing(true)}
            onJoin={() => setJoining("")}
            onDelete={() => setAskingToDelete(true)}
          />
        )
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {storeUrl !== null && (
            <ButtonLink href={storeUrl} target="_blank" rel="noreferrer" icon={<Store size={14} aria-hidden />}>
              View in Shopify
            </ButtonLink>
          )}
        </>
      }
    >
      {customer !== undefined ? (
        <LeaveGuard stays={(search) => "customerId" in search && search.customerId === customerId}>
          <DetailColumns
            facts={
              isEditing ? (
                <EditCustomerForm
                  customer={customer}
                  onOpenCustomer={onOpenCustomer}
                  onDone={() => setEditing(false)}
                />
              ) : (
                <CustomerFacts
                  customer={customer}
                  canChange={can("customers:write")}
                  onOpenCustomer={onOpenCustomer}
                  onJoin={setJoining}
                  onCreateTicket={can("tickets:create") && customer.email !== null ? onCreateTicket : undefined}
                />
              )
            }
          >
            {customer.shopifyCustomerId !== null && <StoreFault />}
            <CustomerTickets customer={customer} onCreateTicket={can("tickets:create") ? onCreateTicket : undefined} />
            <CustomerOrders customer={customer} />
          </DetailColumns>
        </LeaveGuard>
      ) : error === null ? (
        <DetailSkeleton noun="customer" />
      ) : (
        <DetailAbsent
          noun="Customer"
          error={error}
          isMissing={isGone}
          failureTitle="Failed to fetch customer"
          closeText="Back to customers"
          onRetry={() => void refetch()}
          onClose={onClose}
        >
          They may have been deleted, or the link is incomplete.
        </DetailAbsent>
      )}
      {joining !== null && customer !== undefined && (
        <JoinCustomersDialog customer={customer} typed={joining} onClose={() => setJoining(null)} />
      )}
      {isAskingToDelete && customer !== undefined && (
        <DeleteCustomerDialog
          customer={customer}
          removal={removal}
          onClose={() => {
            setAskingToDelete(false);
            if (removal.isError) removal.reset();
          }}
        />
      )}
    </Dialog>
  );
}

interface CustomerActionsProps {
  customerId: string;
  /** Absent while editing. */
  onEdit: (() => void) | undefined;
  onJoin: () => void;
  onDelete: () => void;
}

/** The customer's menu, by permission. */
function CustomerActions({ customerId, onEdit, onJoin, onDelete }: CustomerActionsProps) {
  const { can } = useSession();
  return (
    <>
      {onEdit !== undefined && (
        <Button data-edit-customer icon={<Pencil size={14} aria-hidden className="max-sm:hidden" />} onClick={onEdit}>
          Edit
        </Button>
      )}
      <Menu
        label="More actions"
        className="min-w-48"
        trigger={(button) => <IconButton {...button} label="More actions" icon={<Ellipsis size={18} aria-hidden />} />}
        items={[
          ...(can("customers:export")
            ? [
                {
                  id: "export",
                  label: "Download All Data",
                  icon: <Download size={15} aria-hidden />,
                  // The export is a download, so the screen stays.
                  onChoose: () => window.location.assign(customerExportUrl(customerId)),
                },
              ]
            : []),
          {
            id: "join",
            label: "Join With Another Customer...",
            icon: <UsersRound size={15} aria-hidden />,
            onChoose: onJoin,
          },
          {
            id: "delete",
            label: "Delete Customer...",
            icon: <Trash2 size={15} aria-hidden />,
            isDangerous: true,
            onChoose: onDelete,
          },
        ]}
      />
    </>
  );
}

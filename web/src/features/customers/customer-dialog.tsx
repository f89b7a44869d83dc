import type { CustomerDetail } from "@deskhand/contract/customers";
import { customerExportUrl } from "@deskhand/contract/pages";
import { isDefinedError } from "@orpc/client";
import { useQuery } from "@tanstack/react-query";
import { Download, Ellipsis, Pencil, SearchX, Store, Trash2, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { customerLabel } from "../../entities/customer/customer-label.ts";
import { api } from "../../lib/api.ts";
import { type CallError, failureText } from "../../lib/failure.ts";
import { useSession } from "../../lib/session.ts";
import { useStoreAdmin } from "../../lib/store-admin.ts";
import { LeaveGuard } from "../../screens/leave-guard.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CustomerFacts } from "./customer-facts.tsx";
import { CustomerOrders } from "./customer-orders.tsx";
import { CustomerTickets } from "./customer-tickets.tsx";
import { DeleteCustomerDialog, useDeleteCustomer } from "./delete-customer-dialog.tsx";
import { EditCustomerForm } from "./edit-customer-form.tsx";

interface CustomerDialogProps {
  customerId: string;
  onClose: () => void;
  onCreateTicket: () => void;
  /** Opens another customer instead. */
  onOpenCustomer: (customerId: string) => void;
  /** Called once it is on the screen, so that what lies over it can follow. */
  onShown: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** A customer with their figures, tickets and orders (docs/product.md#customers). Mount it with the customer's id as its key. */
export function CustomerDialog(props: CustomerDialogProps) {
  const { customerId, onClose, onCreateTicket, onOpenCustomer, onShown, returnFocusTo } = props;
  const { can } = useSession();
  const { data, error, refetch } = useQuery(api.customers.get.queryOptions({ input: { id: customerId } }));
  const [isEditing, setEditing] = useState(false);
  const [isAskingToDelete, setAskingToDelete] = useState(false);
  const removal = useDeleteCustomer(onClose);
  // Somebody else deleted them while they were open; whom one deletes oneself is gone already.
  const isGone = isCustomerMissing(error) && removal.isIdle;
  const customer = isGone ? undefined : data;
  const storeUrl = useStoreAdmin()("customers", customer?.shopifyCustomerId ?? null);
  const label = data && customerLabel({ customer: data, customerId });
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once.
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
          <>
            {!isEditing && (
              <Button
                data-edit-customer
                icon={<Pencil size={14} aria-hidden className="max-sm:hidden" />}
                onClick={() => setEditing(true)}
              >
                Edit
              </Button>
            )}
            <Menu
              label="More actions"
              className="min-w-48"
              trigger={(button) => (
                <IconButton {...button} label="More actions" icon={<Ellipsis size={18} aria-hidden />} />
              )}
              items={[
                ...(can("customers:export")
                  ? [
                      {
                        id: "export",
                        label: "Download All Data",
                        icon: <Download size={15} aria-hidden />,
                        // It is an attachment: the screen stays.
                        onChoose: () => window.location.assign(customerExportUrl(customer.id)),
                      },
                    ]
                  : []),
                {
                  id: "delete",
                  label: "Delete Customer...",
                  icon: <Trash2 size={15} aria-hidden />,
                  isDangerous: true,
                  onChoose: () => setAskingToDelete(true),
                },
              ]}
            />
          </>
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
      {customer === undefined ? (
        <NoCustomer error={error} onRetry={() => void refetch()} onClose={onClose} />
      ) : (
        <LeaveGuard stays={(search) => "customerId" in search && search.customerId === customerId}>
          <CustomerBody
            customer={customer}
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
                  onCreateTicket={can("tickets:create") && customer.email !== null ? onCreateTicket : undefined}
                />
              )
            }
            onCreateTicket={can("tickets:create") ? onCreateTicket : undefined}
          />
        </LeaveGuard>
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

interface BodyProps {
  customer: CustomerDetail;
  facts: ReactNode;
  onCreateTicket: (() => void) | undefined;
}

/** Who it is beside what they wrote and bought; below one another where there is less room. */
function CustomerBody({ customer, facts, onCreateTicket }: BodyProps) {
  return (
    <div
      data-page-shortcuts
      className="flex h-full flex-col max-split:overflow-y-auto max-split:overscroll-contain split:grid split:grid-cols-[360px_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-3 p-4 max-split:pb-0 sm:p-5 sm:max-split:pb-0 split:overflow-y-auto split:overscroll-contain split:border-line split:border-r">
        {facts}
      </div>
      <div className="flex min-w-0 flex-col gap-3 p-4 sm:p-5 split:overflow-y-auto split:overscroll-contain">
        <CustomerTickets customer={customer} onCreateTicket={onCreateTicket} />
        <CustomerOrders customer={customer} />
      </div>
    </div>
  );
}

interface NoCustomerProps {
  error: CallError | null;
  onRetry: () => void;
  onClose: () => void;
}

/** Why a customer is not shown, and what to do next; their outline while they are fetched. */
function NoCustomer({ error, onRetry, onClose }: NoCustomerProps) {
  if (error === null) return <CustomerSkeleton />;
  if (isCustomerMissing(error)) {
    return (
      <EmptyState
        icon={<SearchX size={20} aria-hidden />}
        title="Customer not found or access denied"
        action={<Button onClick={onClose}>Back to customers</Button>}
      >
        They may have been deleted, or the link is incomplete.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<TriangleAlert size={20} aria-hidden />}
      title={`Failed to fetch customer: ${failureText(error)}`}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

/** Whether there is no such customer here: the id is none that the server would take, or none that it knows. */
function isCustomerMissing(error: CallError | null): boolean {
  return isDefinedError(error) && (error.code === "customer_not_found" || error.code === "input_invalid");
}

function CustomerSkeleton() {
  return (
    <div className="grid h-full animate-appear-late gap-3 p-5 split:grid-cols-[340px_minmax(0,1fr)]">
      <p role="status" className="sr-only">
        Loading customer...
      </p>
      <Skeleton className="h-64 rounded-panel" />
      <Skeleton className="h-80 rounded-panel" />
    </div>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { customerLabel } from "../../entities/customer/customer-label.ts";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { LeaveGuard, useUnsaved } from "../../screens/leave-guard.tsx";
import { useForm } from "../../screens/use-form.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import {
  type CustomerField,
  type CustomerFields,
  CustomerInputs,
  customerFaults,
  missingEmail,
  takenBy,
} from "./customer-fields.tsx";

interface NewCustomerDialogProps {
  onClose: () => void;
  /** Opens a customer instead: the new one, or the one who already has the address. */
  onOpenCustomer: (customerId: string) => void;
  returnFocusTo: () => HTMLElement | null;
}

/** Adds a customer (docs/product.md#customers); closing asks before the input is lost. */
export function NewCustomerDialog({ onOpenCustomer, ...rest }: NewCustomerDialogProps) {
  // After the customer is created, closing loses nothing.
  const isSettled = useRef(false);
  return (
    <LeaveGuard stays={(search) => isSettled.current || ("new" in search && search.new === "customer")}>
      <NewCustomer
        {...rest}
        onOpenCustomer={(customerId) => {
          isSettled.current = true;
          onOpenCustomer(customerId);
        }}
      />
    </LeaveGuard>
  );
}

const blank: CustomerFields = { name: "", email: "", phone: "" };

function NewCustomer({ onClose, onOpenCustomer, returnFocusTo }: NewCustomerDialogProps) {
  const cache = useQueryClient();
  const formId = useId();
  const [fields, setFields] = useState(blank);
  const create = useMutation(
    api.customers.create.mutationOptions({
      ...failsOffline,
      onSuccess(customer) {
        cache.setQueryData(api.customers.get.queryKey({ input: { id: customer.id } }), customer);
        void cache.invalidateQueries({ queryKey: api.customers.key() });
        announce(`${customerLabel({ customer, customerId: customer.id })} created`);
        onOpenCustomer(customer.id);
      },
    }),
  );
  useUnsaved("customer", JSON.stringify(fields) !== JSON.stringify(blank));
  const form = useForm<CustomerField>({
    check: () => missingEmail(fields),
    faultsOf: customerFaults,
    save: create,
    send: () => create.mutate(fields),
  });

  return (
    <Dialog
      size="sm"
      title="New Customer"
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <p className="basis-full text-soft text-xs">All fields marked with * are required</p>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={create.isPending} busyText="Creating...">
            Create Customer
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="This customer was not created" onDismiss={form.clear} />
        <CustomerInputs
          fields={fields}
          faults={form.faults}
          isEmailRequired
          isReadOnly={create.isPending}
          takenBy={takenBy(create.error)}
          onOpenCustomer={onOpenCustomer}
          onChange={(part) => {
            setFields({ ...fields, ...part });
            form.edited();
          }}
        />
      </form>
    </Dialog>
  );
}

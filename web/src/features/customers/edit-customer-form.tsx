import type { CustomerDetail } from "@deskhand/contract/customers";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { customerLabel } from "../../entities/customer/customer-label.ts";
import { refreshLists } from "../../entities/ticket/ticket-queries.ts";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useUnsaved } from "../../screens/leave-guard.tsx";
import { useForm } from "../../screens/use-form.ts";
import { announce } from "../../ui/announcer.tsx";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import {
  type CustomerField,
  type CustomerFields,
  CustomerInputs,
  customerFaults,
  fieldsOf,
  missingEmail,
  takenBy,
} from "./customer-fields.tsx";

interface EditCustomerFormProps {
  /** As the server has them now; a colleague may have changed them. */
  customer: CustomerDetail;
  onOpenCustomer: (customerId: string) => void;
  onDone: () => void;
}

const names: Record<CustomerField, string> = { name: "name", email: "email address", phone: "phone number" };
const isField = (field: string): field is CustomerField => Object.hasOwn(names, field);

/** Changes a customer's name, address and phone number without overwriting a colleague's change unseen. */
export function EditCustomerForm({ customer, onOpenCustomer, onDone }: EditCustomerFormProps) {
  const cache = useQueryClient();
  // The values when editing began, against which changes are compared.
  const [before, setBefore] = useState(customer);
  const [fields, setFields] = useState(() => fieldsOf(customer));
  const changed = changedFields(fieldsOf(before), fields);
  const isChanged = Object.keys(changed).length > 0;
  const save = useMutation(
    api.customers.update.mutationOptions({
      ...failsOffline,
      onSuccess(saved) {
        cache.setQueryData(api.customers.get.queryKey({ input: { id: saved.id } }), saved);
        void cache.invalidateQueries({ queryKey: api.customers.key() });
        refreshLists(cache);
        announce(`${customerLabel({ customer: saved, customerId: saved.id })} saved`);
        leave();
      },
      onError: () => cache.invalidateQueries({ queryKey: api.customers.get.key({ input: { id: customer.id } }) }),
    }),
  );
  useUnsaved(
    Object.keys(changed)
      .filter(isField)
      .map((field) => names[field])
      .join(", ") || "customer",
    isChanged && !save.isSuccess,
  );
  const conflict = conflictIn(save.error);
  const form = useForm<CustomerField>({
    check: () => (before.email === null ? {} : missingEmail(fields)),
    faultsOf: customerFaults,
    save,
    send() {
      if (isChanged) saveOver(before);
      else leave();
    },
  });

  const { ref } = form.props;
  useEffect(() => ref.current?.querySelector("input")?.focus(), [ref]);

  function saveOver({ name, email, phone }: CustomerDetail) {
    save.mutate({ id: customer.id, ...changed, expected: { name, email, phone } });
  }

  function leave() {
    // The button that started it comes back.
    flushSync(onDone);
    document.querySelector<HTMLElement>("[data-edit-customer]")?.focus();
  }

  return (
    <form
      {...form.props}
      aria-label="Edit customer"
      className="flex flex-col gap-3.5 rounded-panel border border-line bg-panel p-3.5"
    >
      {conflict !== null && (
        <Banner
          kind="warning"
          title="This customer was changed meanwhile"
          action={
            <span className="flex flex-wrap gap-2">
              <BannerButton
                onClick={() => {
                  setBefore(customer);
                  setFields(fieldsOf(customer));
                  form.clear();
                }}
              >
                Take theirs
              </BannerButton>
              <BannerButton
                onClick={() => {
                  setBefore(customer);
                  saveOver(customer);
                }}
              >
                Save mine anyway
              </BannerButton>
            </span>
          }
        >
          The {names[conflict]} is <bdi>{customer[conflict] ?? "empty"}</bdi> now.
        </Banner>
      )}
      {conflict === null && (
        <FailureBanner error={form.failure} title="This customer was not saved" onDismiss={form.clear} />
      )}
      <CustomerInputs
        fields={fields}
        faults={form.faults}
        isEmailRequired={before.email !== null}
        isReadOnly={save.isPending}
        takenBy={takenBy(save.error)}
        onOpenCustomer={onOpenCustomer}
        onChange={(part) => {
          setFields({ ...fields, ...part });
          form.edited();
        }}
      />
      {customer.shopifyCustomerId !== null && (
        <p className="text-soft text-xs">
          Shopify has this customer too. What is changed there later is taken over here; what is changed here stays
          here.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={save.isPending} onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending} busyText="Saving...">
          Save Changes
        </Button>
      </div>
    </form>
  );
}

/** Returns only the changed fields, as a colleague may change the others meanwhile. */
function changedFields(before: CustomerFields, now: CustomerFields): Partial<CustomerFields> {
  return Object.fromEntries(
    Object.entries(now).filter(([field, text]) => isField(field) && text.trim() !== before[field]),
  );
}

function conflictIn(error: Parameters<typeof takenBy>[0]): CustomerField | null {
  if (!isDefinedError(error) || error.code !== "customer_changed_meanwhile") return null;
  return isField(error.data.field) ? error.data.field : null;
}

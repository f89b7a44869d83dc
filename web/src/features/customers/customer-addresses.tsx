import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { AddressChange, CustomerDetail } from "@deskhand/contract/customers";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Mail, MailX } from "lucide-react";
import { useState } from "react";
import { refreshLists } from "../../entities/ticket/ticket-queries.ts";
import { api } from "../../lib/api.ts";
import { failureSentence } from "../../lib/failure.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useForm } from "../../screens/use-form.ts";
import { announce } from "../../ui/announcer.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { closeToast, showToast } from "../../ui/overlay/show-toast.ts";
import { customerFaults, takenBy } from "./customer-fields.tsx";

interface CustomerAddressesProps {
  customer: CustomerDetail;
  /** Whether they may be changed. */
  canChange: boolean;
  onOpenCustomer: (customerId: string) => void;
  /** Opens the dialog that joins the customer with this address. */
  onJoin: (email: string) => void;
}

const words: Record<AddressChange, string> = {
  add: "was added",
  remove: "was taken off",
  "make-main": "is the main address now",
};

/** A customer's addresses, the main one first, with adding and removing (docs/product.md#addresses-of-a-customer). */
export function CustomerAddresses({ customer, canChange, onOpenCustomer, onJoin }: CustomerAddressesProps) {
  const { id, email: main, addresses } = customer;
  const [typed, setTyped] = useState("");
  const change = useChange(customer);
  const add = useChange(customer, () => setTyped(""));
  const form = useForm<"email">({
    check: () => (typed.trim() === "" ? { email: "Customer email is required" } : {}),
    faultsOf: customerFaults,
    save: add,
    send: () => add.mutate({ id, email: typed.trim(), change: "add" }),
  });
  const owner = takenBy(add.error);
  return (
    <Card title="E-mail addresses">
      {addresses.length === 0 && <p className="text-soft text-sm">No e-mail address</p>}
      <ul aria-label="E-mail addresses" className="flex flex-col gap-1">
        {addresses.map((email) => (
          <li key={email} className="flex min-h-8 items-center gap-2">
            <bdi className="min-w-0 flex-1 text-sm break-anywhere">{shownAddress(email)}</bdi>
            {email === main && <Badge tone="accent">Main</Badge>}
            {canChange && email !== main && (
              <Menu
                label={`What to do with ${shownAddress(email)}`}
                trigger={(props) => (
                  <IconButton
                    {...props}
                    size="sm"
                    label={`What to do with ${shownAddress(email)}`}
                    icon={<Ellipsis size={14} aria-hidden />}
                    disabled={change.isPending}
                  />
                )}
                items={[
                  {
                    id: "main",
                    label: "Make it the main address",
                    icon: <Mail size={15} aria-hidden />,
                    onChoose: () => change.mutate({ id, email, change: "make-main" }),
                  },
                  {
                    id: "remove",
                    label: "Take it off",
                    icon: <MailX size={15} aria-hidden />,
                    onChoose: () => change.mutate({ id, email, change: "remove" }),
                  },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {change.error !== null && <p className="mt-1 text-red text-sm">{failureSentence(change.error)}</p>}
      {canChange && (
        <form {...form.props} aria-label="Add an address" className="mt-2 flex flex-col gap-2">
          <InputField
            label="Another address of theirs"
            type="email"
            autoComplete="off"
            value={typed}
            readOnly={add.isPending}
            error={form.faults.email}
            hint="Mail from it is this customer's from then on."
            onChange={(event) => {
              setTyped(event.target.value);
              form.edited();
            }}
          />
          {owner !== null && (
            <Banner
              kind="info"
              action={
                <span className="flex flex-wrap gap-2">
                  <BannerButton onClick={() => onOpenCustomer(owner)}>Open that customer</BannerButton>
                  <BannerButton onClick={() => onJoin(typed.trim())}>Join them...</BannerButton>
                </span>
              }
            >
              If both are one person, join them.
            </Banner>
          )}
          {form.failure !== null && <p className="text-red text-sm">{failureSentence(form.failure)}</p>}
          <Button type="submit" size="sm" className="self-start" busy={add.isPending} busyText="Adding...">
            Add Address
          </Button>
        </form>
      )}
    </Card>
  );
}

function useChange({ id }: CustomerDetail, onDone?: () => void) {
  const cache = useQueryClient();
  const show = (saved: CustomerDetail) => {
    cache.setQueryData(api.customers.get.queryKey({ input: { id } }), saved);
    for (const queryKey of [api.customers.key(), api.tickets.key(), api.tracking.key()])
      void cache.invalidateQueries({ queryKey });
    refreshLists(cache);
  };
  return useMutation(
    api.customers.changeAddress.mutationOptions({
      ...failsOffline,
      onSuccess(saved, { email, change }) {
        show(saved);
        onDone?.();
        const title = `${shownAddress(email)} ${words[change]}`;
        announce(title);
        if (change !== "remove") return;
        const toast = `address-${email}`;
        const putBack = async () => {
          closeToast(toast);
          show(await api.customers.changeAddress.call({ id, email, change: "add" }));
        };
        const undo = () =>
          putBack().catch((error: Error) =>
            showToast({ id: toast, title: `${shownAddress(email)} was not put back`, message: failureSentence(error) }),
          );
        showToast({
          id: toast,
          title,
          actions: (
            <Button size="sm" className="mt-1.5" onClick={() => void undo()}>
              Undo
            </Button>
          ),
        });
      },
    }),
  );
}

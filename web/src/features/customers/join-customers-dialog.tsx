import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { CustomerDetail } from "@deskhand/contract/customers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { failureSentence } from "../../lib/failure.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { FailureLine } from "../../screens/failure-line.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { RadioList } from "../../ui/form/radio-list.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { labelOf, useJoin } from "./use-join.tsx";

interface JoinCustomersDialogProps {
  /** The customer to join another one into. */
  customer: CustomerDetail;
  /** The initial search text: an address that somebody else has. */
  typed: string;
  onClose: () => void;
}

const TYPING_MS = 150;

/** Chooses another customer who is the same person (docs/product.md#joining-customers). */
export function JoinCustomersDialog({ customer, typed: first, onClose }: JoinCustomersDialogProps) {
  const [typed, setTyped] = useState(first);
  const [chosen, setChosen] = useState("");
  const q = useDebounced(typed.trim(), TYPING_MS);
  const { data, error, refetch, isFetching } = useQuery(
    api.customers.search.queryOptions({ input: { q }, placeholderData: keepPreviousData }),
  );
  const join = useJoin(onClose);
  const found = data?.items.filter(({ id }) => id !== customer.id) ?? [];
  const other = found.find(({ id }) => id === chosen);
  const name = labelOf(customer);
  return (
    <Dialog
      title={
        <>
          Join with <bdi>{name}</bdi>
        </>
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={other === undefined}
            busy={join.isPending}
            busyText="Joining..."
            onClick={() => other && join.mutate({ id: other.id, into: customer.id })}
          >
            Join Customers
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        <p className="text-soft">
          For two customers who are one person. All tickets, orders and addresses of the one that you choose become
          those of <bdi className="font-medium text-ink">{name}</bdi>. You can part them again at any time.
        </p>
        <InputField
          label="Find by name or e-mail address"
          data-autofocus
          dir="auto"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {error !== null ? (
          <FailureLine error={error} onRetry={() => void refetch()} />
        ) : found.length === 0 ? (
          <p role="status" className="text-soft">
            {isFetching || q !== typed.trim() ? "Searching..." : "No other customer found"}
          </p>
        ) : (
          <RadioList
            legend="The same person as"
            value={other?.id ?? ""}
            onChange={setChosen}
            options={found.map((one) => ({
              value: one.id,
              label: <bdi className="break-anywhere">{labelOf(one)}</bdi>,
              ...(one.name !== null &&
                one.email !== null && { description: <bdi className="break-anywhere">{shownAddress(one.email)}</bdi> }),
            }))}
          />
        )}
        {join.error !== null && (
          <Banner kind="error">{`Failed to join: ${failureSentence(join.error)} Nothing was changed.`}</Banner>
        )}
      </div>
    </Dialog>
  );
}

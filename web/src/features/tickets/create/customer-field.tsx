import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { FoundCustomer } from "@deskhand/contract/customers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserPlus, X } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../../lib/api.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { FailureLine } from "../../../screens/failure-line.tsx";
import { Button } from "../../../ui/button.tsx";
import { ComboboxList, useCombobox } from "../../../ui/form/combobox.tsx";
import { Field, InputField } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { DraftFaults } from "./draft-faults.ts";
import type { TicketDraft } from "./ticket-draft.ts";

interface CustomerFieldProps {
  draft: ChosenCustomer;
  /** The ticket's customer, if fixed. */
  customer: FoundCustomer | undefined;
  faults: DraftFaults;
  isReadOnly: boolean;
  onChange: (part: Partial<ChosenCustomer>) => void;
}

type ChosenCustomer = Pick<TicketDraft, "customer" | "isNewCustomer" | "name" | "email">;

/** The ticket's customer: fixed, an existing one, or a new one. */
export function CustomerField({ draft, customer, faults, isReadOnly, onChange }: CustomerFieldProps) {
  if (customer !== undefined) {
    return (
      <Pair>
        <ReadOnly label="Full Name" value={customer.name?.trim() || "Unknown Customer"} />
        <ReadOnly label="Email Address" value={shownAddress(customer.email ?? "")} error={faults.customer} />
      </Pair>
    );
  }
  if (!draft.isNewCustomer) {
    return (
      <CustomerPicker
        chosen={draft.customer}
        error={faults.customer}
        isReadOnly={isReadOnly}
        onChoose={(chosen) => onChange({ customer: chosen })}
        onNew={(typed) =>
          onChange({
            isNewCustomer: true,
            customer: null,
            ...(typed.includes("@") ? { email: typed } : { name: typed }),
          })
        }
      />
    );
  }
  return (
    <Pair>
      <InputField
        label="Full Name"
        data-autofocus
        dir="auto"
        autoComplete="off"
        value={draft.name}
        readOnly={isReadOnly}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <InputField
        label="Email Address"
        required
        error={faults.email}
        aside={
          <Button
            variant="ghost"
            size="sm"
            className="-my-1.5 h-6 px-1.5"
            disabled={isReadOnly}
            onClick={() => onChange({ isNewCustomer: false })}
          >
            Known customer
          </Button>
        }
        type="email"
        autoComplete="off"
        value={draft.email}
        readOnly={isReadOnly}
        onChange={(event) => onChange({ email: event.target.value })}
      />
    </Pair>
  );
}

function Pair({ children }: { children: React.ReactNode }) {
  return <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">{children}</div>;
}

function ReadOnly(props: { label: string; value: string; error?: string | undefined }) {
  return <InputField {...props} readOnly className="text-soft" />;
}

interface CustomerPickerProps {
  chosen: FoundCustomer | null;
  error: string | undefined;
  isReadOnly: boolean;
  onChoose: (customer: FoundCustomer | null) => void;
  /** Adds a new customer with the typed text. */
  onNew: (typed: string) => void;
}

const somebodyNew = { id: "new" } as const;

/** Searches the customer while typing; the last option is always a new customer. */
function CustomerPicker({ chosen, error, isReadOnly, onChoose, onNew }: CustomerPickerProps) {
  const [text, setText] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { customers, failure, isLoading } = useFoundCustomers(text, isAsked);
  const combobox = useCombobox<FoundCustomer | typeof somebodyNew>({
    label: "Customer",
    text,
    onText: setText,
    groups: [{ heading: "", options: [...customers, somebodyNew] }],
    isReadOnly,
    onChoose(option) {
      if (!("email" in option)) return onNew(text.trim());
      if (option.email === null) return;
      setText("");
      onChoose(option);
    },
  });

  if (chosen !== null) {
    return (
      <Field label="Customer" required error={error}>
        {(control) => (
          <div
            id={control.id}
            className="flex min-h-8.5 items-center gap-2 rounded-control border border-line bg-panel py-1 pr-1 pl-3"
          >
            <CustomerNames customer={chosen} />
            <IconButton
              size="sm"
              label="Choose another customer"
              icon={<X size={14} aria-hidden />}
              disabled={isReadOnly}
              onClick={() => {
                // The field must exist before it can take the focus.
                flushSync(() => onChoose(null));
                combobox.inputProps.ref.current?.focus();
              }}
            />
          </div>
        )}
      </Field>
    );
  }

  return (
    <div className="relative">
      <Field label="Customer" required error={error} hint="A name or e-mail address">
        {(control) => (
          <Input
            {...combobox.inputProps}
            {...control}
            data-autofocus
            aria-required
            dir="auto"
            placeholder="Search customers..."
            onFocus={(event) => {
              setAsked(true);
              combobox.inputProps.onFocus?.(event);
            }}
          />
        )}
      </Field>
      {combobox.isOpen && (
        <div className="absolute inset-x-0 top-16 z-10 rounded-panel border border-line bg-raised p-1 shadow-float">
          <FailureLine error={failure} className="px-2.5 py-1.5" />
          {customers.length === 0 && failure === null && (
            <p role="status" className="px-2.5 py-1.5 text-sm text-soft">
              {isLoading ? "Searching..." : "No customer found"}
            </p>
          )}
          <ComboboxList
            parts={combobox.parts}
            label="Customers"
            className="max-h-72"
            renderOption={(option) =>
              "email" in option ? (
                <CustomerNames customer={option} />
              ) : (
                <>
                  <UserPlus size={14} aria-hidden className="shrink-0 text-accent" />
                  <span className="min-w-0 truncate">
                    New customer{text.trim() !== "" && <bdi className="text-soft"> “{text.trim()}”</bdi>}
                  </span>
                </>
              )
            }
          />
        </div>
      )}
    </div>
  );
}

function CustomerNames({ customer: { name, email } }: { customer: FoundCustomer }) {
  const trimmedName = name?.trim();
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
      <bdi className="min-w-0 truncate font-medium">{trimmedName || shownAddress(email ?? "Unknown Customer")}</bdi>
      <span className="min-w-0 truncate text-sm text-soft">
        {email === null ? "has no e-mail address" : trimmedName ? shownAddress(email) : ""}
      </span>
    </span>
  );
}

const TYPING_MS = 150;
const noCustomers: FoundCustomer[] = [];

/** Returns the customers matching the text; the previous results stay until the next arrive. */
function useFoundCustomers(text: string, isAsked: boolean) {
  const q = useDebounced(text.trim(), TYPING_MS);
  const { data, error, isFetching } = useQuery(
    api.customers.search.queryOptions({ input: { q }, enabled: isAsked, placeholderData: keepPreviousData }),
  );
  return { customers: data?.items ?? noCustomers, failure: error, isLoading: isFetching || q !== text.trim() };
}

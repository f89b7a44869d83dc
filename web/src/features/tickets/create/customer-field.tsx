import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { FoundCustomer } from "@deskhand/contract/customers";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { CustomerPicker } from "./customer-picker.tsx";
import type { DraftFaults } from "./draft-faults.ts";
import type { TicketDraft } from "./ticket-draft.ts";

interface CustomerFieldProps {
  draft: ChosenCustomer;
  /** Whom the ticket is for, when that is settled. */
  customer: FoundCustomer | undefined;
  faults: DraftFaults;
  isReadOnly: boolean;
  onChange: (part: Partial<ChosenCustomer>) => void;
}

type ChosenCustomer = Pick<TicketDraft, "customer" | "isNewCustomer" | "name" | "email">;

/** Whom a ticket is for: settled already, somebody known, or somebody new. */
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

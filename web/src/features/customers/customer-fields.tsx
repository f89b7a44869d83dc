import { isDefinedError } from "@orpc/client";
import type { CallError } from "../../lib/failure.ts";
import { namedFaults } from "../../screens/use-form.ts";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { InputField } from "../../ui/form/field.tsx";

/** The form's values; "" for unknown. */
export interface CustomerFields {
  name: string;
  email: string;
  phone: string;
}
export type CustomerField = keyof CustomerFields;

/** Returns the form's values for a customer. */
export function fieldsOf(customer: Record<CustomerField, string | null>): CustomerFields {
  const { name, email, phone } = customer;
  return { name: name ?? "", email: email ?? "", phone: phone ?? "" };
}

/** Reports a missing address. */
export function missingEmail({ email }: CustomerFields): { email?: string } {
  return email.trim() === "" ? { email: "Customer email is required" } : {};
}

/** Returns the server's errors by field. */
export function customerFaults(error: CallError | null): Partial<Record<CustomerField, string>> {
  if (takenBy(error) !== null) return { email: "Another customer has this email address" };
  return namedFaults(error);
}

/** Returns the id of the customer who already has the address, or null if another error occurred. */
export function takenBy(error: CallError | null): string | null {
  return isDefinedError(error) && error.code === "customer_email_taken" ? error.data.customerId : null;
}

interface CustomerInputsProps {
  fields: CustomerFields;
  faults: Partial<Record<CustomerField, string>>;
  isEmailRequired: boolean;
  isReadOnly: boolean;
  /** The customer who already has the address. */
  takenBy: string | null;
  onOpenCustomer: (customerId: string) => void;
  onChange: (part: Partial<CustomerFields>) => void;
}

/** The fields of a new or existing customer. */
export function CustomerInputs(props: CustomerInputsProps) {
  const { fields, faults, isEmailRequired, isReadOnly, takenBy, onOpenCustomer, onChange } = props;
  const common = { autoComplete: "off", readOnly: isReadOnly };
  return (
    <>
      <InputField
        {...common}
        label="Full Name"
        data-autofocus
        dir="auto"
        error={faults.name}
        value={fields.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <InputField
        {...common}
        label="Email Address"
        required={isEmailRequired}
        type="email"
        error={faults.email}
        value={fields.email}
        onChange={(event) => onChange({ email: event.target.value })}
      />
      {takenBy !== null && (
        <Banner
          kind="info"
          action={<BannerButton onClick={() => onOpenCustomer(takenBy)}>Open that customer</BannerButton>}
        >
          They are known already.
        </Banner>
      )}
      <InputField
        {...common}
        label="Phone"
        type="tel"
        dir="auto"
        error={faults.phone}
        value={fields.phone}
        onChange={(event) => onChange({ phone: event.target.value })}
      />
    </>
  );
}

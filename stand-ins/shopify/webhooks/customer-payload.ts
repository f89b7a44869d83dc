import type { Store } from "../state/store.ts";
import type { StoreCustomer } from "../state/store-state.ts";
import { addressPayload, nameOf } from "./address-payload.ts";

/** Makes a customer in the form of the REST payloads, without the sums of orders, which Shopify removed in 2025. */
export function customerPayload({ state }: Store, customer: StoreCustomer): object {
  const { id, email, phone, note, tags } = customer;
  const address = addressPayload(customer.defaultAddress);
  const defaultAddress = address && {
    id: id * 10,
    customer_id: id,
    ...address,
    country_name: customer.defaultAddress?.country ?? null,
    default: true,
  };
  return {
    id,
    created_at: customer.createdAt,
    updated_at: customer.updatedAt,
    first_name: customer.firstName,
    last_name: customer.lastName,
    state: customer.state.toLowerCase(),
    note,
    verified_email: customer.isEmailVerified,
    multipass_identifier: null,
    tax_exempt: false,
    email,
    phone,
    currency: state.currency,
    addresses: defaultAddress ? [defaultAddress] : [],
    tax_exemptions: [],
    tags: tags.join(", "),
    email_marketing_consent: null,
    sms_marketing_consent: null,
    admin_graphql_api_id: `gid://shopify/Customer/${id}`,
    ...(defaultAddress && { default_address: defaultAddress }),
    name: nameOf(customer),
  };
}

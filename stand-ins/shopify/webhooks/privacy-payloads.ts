import type { StoreState } from "../state/store-state.ts";

type Person = { id: number; email: string | null; phone: string | null };

/** The three payloads that each app has to accept: https://shopify.dev/docs/apps/build/privacy-law-compliance. */
export const privacyPayloads = {
  dataRequest: ({ id, domain }: StoreState, customer: Person, orderIds: number[], requestId: number) => ({
    shop_id: id,
    shop_domain: domain,
    orders_requested: orderIds,
    customer: personOf(customer),
    data_request: { id: requestId },
  }),
  redactCustomer: ({ id, domain }: StoreState, customer: Person, orderIds: number[]) => ({
    shop_id: id,
    shop_domain: domain,
    orders_to_redact: orderIds,
    customer: personOf(customer),
  }),
  redactShop: ({ id, domain }: StoreState) => ({ shop_id: id, shop_domain: domain }),
};

/** Makes the payload of app/uninstalled. */
export function shopPayload(state: StoreState): object {
  const { id, name, email, domain, country, countryCode, currency, ownerName, createdAt, timeZone } = state;
  return {
    id,
    name,
    email,
    domain,
    province: null,
    country: countryCode,
    address1: null,
    zip: null,
    city: null,
    source: null,
    phone: null,
    latitude: null,
    longitude: null,
    primary_locale: "en",
    address2: null,
    created_at: createdAt,
    updated_at: createdAt,
    country_code: countryCode,
    country_name: country,
    currency,
    customer_email: email,
    timezone: timeZone,
    iana_timezone: timeZone,
    shop_owner: ownerName,
    money_format: "{{amount}}",
    weight_unit: "kg",
    plan_display_name: "Basic",
    plan_name: "basic",
    has_discounts: false,
    has_gift_cards: false,
    myshopify_domain: domain,
    eligible_for_payments: true,
  };
}

function personOf({ id, email, phone }: Person): object {
  return { id, email, phone };
}

import type { StoreAddress } from "../state/store-state.ts";

/** An address as the REST payloads have it. */
export function addressPayload(address: StoreAddress | null): object | null {
  if (!address) return null;
  const { firstName, lastName, company, address1, address2, city, zip, province, country, phone } = address;
  return {
    first_name: firstName,
    last_name: lastName,
    name: nameOf(address),
    company,
    address1,
    address2,
    city,
    zip,
    province,
    country,
    phone,
    country_code: address.countryCode,
    province_code: address.provinceCode,
    latitude: null,
    longitude: null,
  };
}

/** First and last name, as far as they are there. */
export function nameOf(person: { firstName: string | null; lastName: string | null }): string | null {
  return [person.firstName, person.lastName].filter(Boolean).join(" ") || null;
}

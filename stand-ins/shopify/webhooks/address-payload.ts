import type { StoreAddress } from "../state/store-state.ts";

/** Makes an address in the form of the REST payloads. */
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

/** Joins the first and last name, as far as they exist. */
export function nameOf(person: { firstName: string | null; lastName: string | null }): string | null {
  return [person.firstName, person.lastName].filter(Boolean).join(" ") || null;
}

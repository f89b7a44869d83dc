/** A shipping address as a store has it; fields that it has not are null. */
type Address = Record<
  "firstName" | "lastName" | "company" | "address1" | "address2" | "zip" | "city" | "provinceCode",
  string | null
> & { countryCode: string };

/** Countries that write the code of the province, and the postal code behind it. */
const withProvince = ["US", "CA", "AU"];
const zipLast = ["GB", "IE"];
const countries = new Intl.DisplayNames("en", { type: "region" });

/** An address in one line, the place as its country writes it: "Ann Lee, 1 High St, London SW1A 1AA, United Kingdom". */
export function addressLine(address: Address): string {
  const { firstName, lastName, company, address1, address2, countryCode } = address;
  const name = joined(" ", firstName, lastName);
  return joined(", ", name, company, address1, address2, placeOf(address), countries.of(countryCode) ?? countryCode);
}

function placeOf({ zip, city, provinceCode, countryCode }: Address): string {
  if (withProvince.includes(countryCode)) return joined(", ", city, joined(" ", provinceCode, zip));
  return zipLast.includes(countryCode) ? joined(" ", city, zip) : joined(" ", zip, city);
}

function joined(by: string, ...parts: (string | null)[]): string {
  return parts.flatMap((part) => part?.trim() || []).join(by);
}

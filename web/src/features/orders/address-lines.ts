import type { OrderDetail } from "@deskhand/contract/orders";

type Address = OrderDetail["shippingAddress"];

/** An address as it is written on a parcel: names, streets, "city, province zip", country; nothing where a part is missing. */
export function addressLines(address: Address): string[] {
  if (address === null) return [];
  const { firstName, lastName, address1, address2, city, provinceCode, zip, country } = address;
  const region = joined([provinceCode, zip], " ");
  return [joined([firstName, lastName], " "), address1, address2, joined([city, region], ", "), country]
    .map((line) => line?.trim() ?? "")
    .filter((line) => line !== "");
}

/** Whether two addresses say the same; one of which nothing is known says nothing else. */
export function isSameAddress(shipping: Address, billing: Address): boolean {
  const lines = addressLines(billing);
  return lines.length === 0 || lines.join("\n") === addressLines(shipping).join("\n");
}

function joined(parts: (string | null)[], by: string): string {
  return parts.flatMap((part) => part?.trim() || []).join(by);
}

import { hostOf } from "../../../platform/dns/address-list.ts";

const v4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** The network of an address, as a provider assigns it to one customer: /24 of IPv4, /56 of IPv6 (RFC 6177). */
export function networkOf(ip: string | null): string {
  const host = hostOf(ip ?? "");
  if (v4.test(host)) return `${host.split(".").slice(0, 3).join(".")}.0/24`;
  if (!host.includes(":")) return "unknown";
  const digits = host.split(":").map((group) => group.padStart(4, "0"));
  return `${digits.join("").slice(0, 14)}/56`;
}

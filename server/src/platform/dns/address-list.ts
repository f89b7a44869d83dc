import { BlockList, isIP, isIPv6 } from "node:net";
import { plainIp } from "../http/called-from.ts";

/** A list of addresses and networks, such as 192.0.2.1 and 10.0.0.0/8. */
export class AddressList {
  readonly #list = new BlockList();

  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [address = "", bits] = entry.split("/");
      if (bits === undefined) this.#list.addAddress(address, familyOf(address));
      else this.#list.addSubnet(address, Number(bits), familyOf(address));
    }
  }

  /** Whether the list contains an address, also an IPv4 address in IPv6 form. */
  has(address: string): boolean {
    return isAddress(address) && this.#list.check(address, familyOf(address));
  }
}

/** Whether a text is an IPv4 or IPv6 address. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/**
 * Returns an IPv4 address, or the first 64 bits of an IPv6 address, the network of one machine, as four groups without
 * leading zeros.
 */
export function hostOf(address: string): string {
  const plain = plainIp(address.toLowerCase()) ?? "";
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

import { BlockList, isIP } from "node:net";

/** A list of addresses and networks, as 192.0.2.1 and 10.0.0.0/8. */
export class AddressList {
  readonly #list = new BlockList();

  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      const [address = "", bits] = entry.split("/");
      if (bits === undefined) this.#list.addAddress(address, familyOf(address));
      else this.#list.addSubnet(address, Number(bits), familyOf(address));
    }
  }

  /** Whether an address is in it; an IPv4 address also as it looks over IPv6. */
  has(address: string): boolean {
    return isAddress(address) && this.#list.check(address, familyOf(address));
  }
}

/** Whether a text is an address, of either kind. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

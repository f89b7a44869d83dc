import { isAddress } from "../../../platform/dns/address-list.ts";
import { plainIp } from "../../../platform/http/called-from.ts";

/**
 * What counts as one host that brings mail: its address; of IPv6 the network of 64 bits that one machine is given, since it may
 * take another address of that for each mail.
 */
export function hostOf(remoteHost: string): string {
  const address = plainIp(remoteHost) ?? remoteHost;
  const isOfSix = address.includes(":") && isAddress(address);
  if (!isOfSix) return address.slice(0, 64);
  // As URL parsing writes it: in one form, however it was written.
  const [head = "", tail] = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1).split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - after.length).fill("0");
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}

import { isAddress } from "../../../platform/dns/address-list.ts";
import { plainIp } from "../../../platform/http/called-from.ts";
import { isOuterAddress } from "../../../platform/outside/outer-address.ts";

/** Where a mail comes from. Of IPv6 host and network are one: 64 bits, of IPv4 the network is 24. */
type Source = {
  host: string;
  network: string;
  /** It is on the internet, and not beside this installation, where a relay or a container's gateway brings everybody's mail. */
  isOuter: boolean;
};

/** The host and the network of whoever brings a mail. */
export function sourceOf(remoteHost: string): Source {
  const host = hostOf(remoteHost);
  const parts = host.split(".");
  const network = parts.length === 4 && !host.includes(":") ? `${parts.slice(0, 3).join(".")}.0/24` : host;
  return { host, network, isOuter: isOuterAddress(plainIp(remoteHost) ?? remoteHost) };
}

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

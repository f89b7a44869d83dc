import { isAddress } from "../../../platform/dns/address-list.ts";
import { plainIp } from "../../../platform/http/called-from.ts";
import { isOuterAddress } from "../../../platform/outside/outer-address.ts";

/** Where a mail comes from. An IPv6 host and network are the same /64; an IPv4 network is a /24. */
type Source = {
  host: string;
  network: string;
  /** Whether it is on the internet, unlike a relay or a container's gateway beside this installation, which bring everybody's mail. */
  isOuter: boolean;
};

/** Returns the host and network of an SMTP client. */
export function sourceOf(remoteHost: string): Source {
  const host = hostOf(remoteHost);
  const parts = host.split(".");
  const network = parts.length === 4 && !host.includes(":") ? `${parts.slice(0, 3).join(".")}.0/24` : host;
  return { host, network, isOuter: isOuterAddress(plainIp(remoteHost) ?? remoteHost) };
}

/**
 * Returns what counts as one host: an IPv4 address, or an IPv6 /64, since that is what one machine is given and it may use a
 * new address of it for each mail.
 */
export function hostOf(remoteHost: string): string {
  const address = plainIp(remoteHost) ?? remoteHost;
  const isIpv6 = address.includes(":") && isAddress(address);
  if (!isIpv6) return address.slice(0, 64);
  // URL parsing gives every spelling of an address the same form.
  const [head = "", tail] = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1).split("::");
  const groups = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - after.length).fill("0");
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}

import { plainIp } from "../../../platform/http/called-from.ts";
import { isOuterAddress } from "../../../platform/outside/outer-address.ts";
import { hostOf } from "./host-of.ts";

/** Where a mail comes from. Of IPv6 host and network are one: 64 bits, of IPv4 the network is 24. */
export type Source = {
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

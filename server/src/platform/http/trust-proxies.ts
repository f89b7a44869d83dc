import type { FastifyInstance } from "fastify";
import { AddressList } from "../dns/address-list.ts";

/** The operator's proxies: their addresses and networks, and how many a request passes. */
export type Proxies = { addresses: readonly string[]; count: number };

/** Networks where a proxy is likely that the operator forgot to configure. */
const localNetworks = new AddressList([
  "127.0.0.0/8",
  "::1",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "fc00::/7",
]);

/**
 * Returns the check for trusted addresses in a request's chain (docs/self-hosting.md#tls-and-the-reverse-proxy): the
 * operator's proxies, nearest first, and no more than there are. Whatever a visitor wrote into X-Forwarded-For comes
 * after them and is not trusted.
 */
export function trustProxies({ addresses, count }: Proxies): (address: string, hop: number) => boolean {
  const proxies = new AddressList(addresses);
  return (address, hop) => hop < count && proxies.has(address);
}

/** Warns once about a likely unconfigured proxy, which would make all its visitors count as one. */
export function warnOfProxies(http: FastifyInstance, isTrusted: (address: string, hop: number) => boolean): void {
  let hasWarned = false;
  http.addHook("onRequest", async ({ headers, socket: { remoteAddress = "" } }) => {
    if (hasWarned || headers["x-forwarded-for"] === undefined) return;
    if (!localNetworks.has(remoteAddress) || isTrusted(remoteAddress, 0)) return;
    hasWarned = true;
    http.log.warn(
      { remoteAddress },
      "X-Forwarded-For is not believed of this address: if it is your proxy's, name it in TRUSTED_PROXIES",
    );
  });
}

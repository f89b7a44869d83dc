import type { FastifyInstance } from "fastify";
import { AddressList } from "../dns/address-list.ts";

/** The operator's own proxies: their addresses and networks, and how many of them a request passes. */
export type Proxies = { addresses: readonly string[]; count: number };

/** Where a proxy is likely to be that its operator forgot to name. */
const near = new AddressList(["127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]);

/**
 * Tells which addresses a request came by are believed (docs/self-hosting.md#tls-and-the-reverse-proxy): those of the operator's proxies,
 * nearest first, and no more of them than there are. What a visitor wrote into X-Forwarded-For stands behind them, whatever network they
 * are in themselves.
 */
export function trustProxies({ addresses, count }: Proxies): (address: string, hop: number) => boolean {
  const proxies = new AddressList(addresses);
  return (address, hop) => hop < count && proxies.has(address);
}

/** Warns once of what looks like a proxy that is not named: all who come by it would be one visitor. */
export function warnOfProxies(http: FastifyInstance, isTrusted: (address: string, hop: number) => boolean): void {
  let isToldOf = false;
  http.addHook("onRequest", async ({ headers, socket: { remoteAddress = "" } }) => {
    if (isToldOf || headers["x-forwarded-for"] === undefined) return;
    if (!near.has(remoteAddress) || isTrusted(remoteAddress, 0)) return;
    isToldOf = true;
    http.log.warn(
      { remoteAddress },
      "X-Forwarded-For is not believed of this address: if it is your proxy's, name it in TRUSTED_PROXIES",
    );
  });
}

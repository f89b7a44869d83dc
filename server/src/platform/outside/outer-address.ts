import { isIP, isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { AddressList } from "../dns/address-list.ts";
import type { Outside } from "./outside.ts";

/**
 * Addresses that are not on the internet (IANA IPv4 Special-Purpose Address Registry): this machine, private and
 * carrier networks, links, documentation, multicast. The last one is public but leads Azure machines to their host.
 */
const innerIpv4 = new AddressList([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4", "168.63.129.16"],
]);

/** All assigned global IPv6. The rest is this machine, links, private networks, multicast, and mapped IPv4. */
const globalIpv6 = new AddressList(["2000::/3"]);
/** Exceptions in it: protocol addresses, tunnelled IPv4 (Teredo, 6to4), and documentation. */
const innerIpv6 = new AddressList(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/**
 * Whether an address is on the internet and not this machine's own, so that a request to it reaches nothing internal.
 */
export function isOuterAddress(address: string): boolean {
  if (isIPv4(address)) return !innerIpv4.has(address) && !ownAddresses().has(address);
  // A zone means a link-local address.
  if (!isIPv6(address) || address.includes("%")) return false;
  return globalIpv6.has(address) && !innerIpv6.has(address) && !ownAddresses().has(address);
}

/** A machine with a public address may offer itself services that are closed to others. */
function ownAddresses(): AddressList {
  const own = Object.values(networkInterfaces()).flatMap((networks = []) => networks.map(({ address }) => address));
  return new AddressList(own.filter((address) => !address.includes("%")));
}

/** Whether a URL's host is this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** An address of strangers that may not be asked, or cannot. */
export class RefusedAddress extends Error {
  override readonly name = "RefusedAddress";
}

/** Where to connect for a URL, and the server name for TLS. */
type Place = { host: string; port: number; servername: string };

const ports: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/**
 * Parses a stranger's URL. Throws unless anybody may request it: HTTP or HTTPS on their standard ports, no password.
 */
export function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url || !(url.protocol in ports)) throw new RefusedAddress("No address of HTTP or HTTPS");
  if (url.username !== "" || url.password !== "") throw new RefusedAddress("An address with a name or a password");
  if (url.port !== "" && url.port !== "80" && url.port !== "443") throw new RefusedAddress(`The port ${url.port}`);
  return url;
}

/**
 * Resolves a URL to an address to connect to. Looks the name up once and connects to the checked result, so that no
 * other answer can come in between. Refuses inner addresses in any notation, and names with even one inner address.
 */
export async function findPlace(outside: Outside, url: URL): Promise<Place> {
  // URL parsing has normalised IPv4 addresses written as one number, octal or hexadecimal.
  const name = url.hostname.replace(/^\[|\]$/g, "");
  return findServer(outside, name, url.port === "" ? (ports[url.protocol] ?? 0) : Number(url.port));
}

/** Does the same for a server's name, or its address in the usual notation. */
export async function findServer(outside: Outside, name: string, port: number): Promise<Place> {
  const isAddress = isIP(name) !== 0;
  const addresses = isAddress ? [name] : await outside.addressesOf(name);
  const [address] = addresses;
  if (address === undefined) throw new RefusedAddress("The host was not found");
  if (!addresses.every(isOuterAddress)) throw new RefusedAddress("An inner address");
  return { ...outside.placeOf(address, port), servername: isAddress ? "" : name };
}

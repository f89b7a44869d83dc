import { isIP, isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { AddressList } from "../dns/address-list.ts";
import type { Outside } from "./outside.ts";

/**
 * What nobody has on the internet (IANA IPv4 Special-Purpose Address Registry): this machine, private networks, those of
 * carriers, links and documentation, multicast. The last one is where machines at Azure find their host, a public address.
 */
const innerIpv4 = new AddressList([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4", "168.63.129.16"],
]);

/** All that is given out of IPv6. Beyond it are this machine, links, own networks, multicast, and IPv4 in all its clothes. */
const givenIpv6 = new AddressList(["2000::/3"]);
/** Of it protocols' own addresses, IPv4 that is carried in others (Teredo, 6to4), and documentation. */
const innerIpv6 = new AddressList(["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** Whether an address is one of the internet, and not this machine's own: whoever asks there asks nobody that is within. */
export function isOuterAddress(address: string): boolean {
  if (isIPv4(address)) return !innerIpv4.has(address) && !ownAddresses().has(address);
  // With a zone it is of this link.
  if (!isIPv6(address) || address.includes("%")) return false;
  return givenIpv6.has(address) && !innerIpv6.has(address) && !ownAddresses().has(address);
}

/** A machine that is itself in the internet opens doors to itself that it keeps closed to others. */
function ownAddresses(): AddressList {
  const own = Object.values(networkInterfaces()).flatMap((networks = []) => networks.map(({ address }) => address));
  return new AddressList(own.filter((address) => !address.includes("%")));
}

/** Whether a host, as an address names it, is this machine itself. */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** A picture could not be had, or may not be asked for. */
export class NoPicture extends Error {
  override readonly name = "NoPicture";
}

/** Where an address leads: whom to connect to, and by which name. */
type Place = { host: string; port: number; servername: string };

const ports: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** An address that strangers wrote, if it is one of a page that anybody may ask for: HTTP or HTTPS at their own ports, no password. */
export function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url || !(url.protocol in ports)) throw new NoPicture("No address of HTTP or HTTPS");
  if (url.username !== "" || url.password !== "") throw new NoPicture("An address with a name or a password");
  if (url.port !== "" && url.port !== "80" && url.port !== "443") throw new NoPicture(`The port ${url.port}`);
  return url;
}

/**
 * Where an address leads. Its name is looked up once, and the connection is made to what was found and looked at, so that no
 * other answer can come between. Refuses every inner address, however it is written, and a name of which one answer is such.
 */
export async function findPlace(outside: Outside, url: URL): Promise<Place> {
  // Whatever an IPv4 address was written as, in one number, octal or hexadecimal, it is four numbers here.
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const isAddress = isIP(name) !== 0;
  const addresses = isAddress ? [name] : await outside.addressesOf(name);
  const [address] = addresses;
  if (address === undefined) throw new NoPicture("A name without an address");
  if (!addresses.every(isOuterAddress)) throw new NoPicture("An inner address");
  const port = url.port === "" ? (ports[url.protocol] ?? 0) : Number(url.port);
  return { ...outside.placeOf(address, port), servername: isAddress ? "" : name };
}

import { isIP } from "node:net";
import { isOuterAddress } from "./outer-address.ts";
import type { Outside } from "./outside.ts";

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

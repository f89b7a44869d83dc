import { isIP } from "node:net";
import * as z from "zod";

const set = z.string().trim();

/**
 * Whether a text is a host name such as "mail.example.com" or "localhost": labels of letters, digits and hyphens, the
 * last one not a number.
 */
function isDomain(text: string): boolean {
  const labels = text.split(".");
  return (
    text.length <= 253 &&
    labels.every((label) => /^(?!-)[a-z\d_-]{1,63}(?<!-)$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}
const isDomainWithoutMarks = (text: string) => isDomain(text) && !text.includes("_");

/** Whether a text is a usable URL with a host and one of `schemes`; `rest` checks its other parts. */
function isReachable(text: string, schemes: RegExp, rest: (url: URL) => boolean): boolean {
  const url = URL.parse(text);
  return url !== null && schemes.test(text) && url.hostname !== "" && rest(url);
}
const hasNoPassword = (url: URL) => url.username === "" && url.password === "";
const hasNoPath = (url: URL) => /^\/*$/.test(url.pathname) && url.hash === "";
const isBare = (url: URL) => hasNoPath(url) && url.search === "";
const hasValidCredentials = (url: URL) => URL.canParse(url.href) && [url.username, url.password].every(isDecodable);

/** Whether all percent encodings are valid. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    // An invalid percent encoding.
    return false;
  }
}

function whole(low: number, high: number) {
  const words = `must be a whole number from ${low} to ${high}`;
  return set
    .regex(/^\d{1,9}$/, words)
    .transform(Number)
    .pipe(z.number().min(low, words).max(high, words));
}

function list<Item extends z.ZodType<string, string>>(item: Item, defaults = "") {
  return z
    .string()
    .default(defaults)
    .transform((value) =>
      value
        .toLowerCase()
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item));
}

/** Schemas for kinds of settings. Their messages continue the setting's name. */
export const settingKinds = {
  list,
  /** Decimal digits only, so that nobody has to guess what 1e3 or 0x10 means. */
  whole,
  port: whole(0, 65_535),
  /** An address to listen on. */
  host: set
    .toLowerCase()
    .refine(
      (text) => isIP(text) !== 0 || isDomainWithoutMarks(text),
      "must be an address of this machine or its name, without a port",
    ),
  domain: set.toLowerCase().refine(isDomainWithoutMarks, "must be a domain name, as mail.example.com"),
  domains: (defaults: string) =>
    list(set.refine(isDomainWithoutMarks, "must be domain names, separated by commas"), defaults),
  /** A name of DNS records, which may have underscores unlike a host's. */
  recordName: set.toLowerCase().refine(isDomain, "must be a domain name, as _spf.example.com"),
  networks: (defaults = "") =>
    list(
      z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], "must be addresses or networks, separated by commas"),
      defaults,
    ),
  /** The base of a website, whose pages have their own paths. */
  site: set.refine(
    (text) => isReachable(text, /^https?:\/\//i, (url) => hasNoPassword(url) && isBare(url)),
    "must be an http or https address without a path, a query and a password, as https://desk.example.com",
  ),
  webAddress: set.refine(
    (text) => isReachable(text, /^https?:\/\//i, hasNoPassword),
    "must be an http or https address, without a password",
  ),
  /** Options of the mailer are in the query. */
  relay: set.refine(
    (text) =>
      isReachable(text, /^smtps?:\/\//i, (url) => hasValidCredentials(url) && hasNoPath(url) && url.port !== "0"),
    "must be an smtp:// or smtps:// address, as smtps://user:password@relay.example.com",
  ),
  /** A server at a host, or at a local socket (`?host=/run/postgresql`). */
  database: set.refine((text) => {
    const url = URL.parse(text);
    if (!url || !/^postgres(?:ql)?:\/\//i.test(text) || !hasValidCredentials(url)) return false;
    return url.hostname !== "" || Boolean(url.searchParams.get("host"));
  }, "must be a postgres:// address, as postgres://user:password@db.example.com/deskhand"),
  email: z.email("must be an e-mail address"),
  /** A key, secret or id from a provider, as sent in a header. */
  key: set.regex(/^[\x21-\x7e]{1,2000}$/, "must be a key of letters, digits and signs, without blanks"),
  path: set.max(4_000, "must be a path"),
};

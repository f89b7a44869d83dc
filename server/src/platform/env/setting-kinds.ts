import { isIP } from "node:net";
import * as z from "zod";

const set = z.string().trim();

/** Labels of letters, digits and hyphens, the last one no number: "mail.example.com", and "localhost". */
function isDomain(text: string): boolean {
  const labels = text.split(".");
  return (
    text.length <= 253 &&
    labels.every((label) => /^(?!-)[a-z\d_-]{1,63}(?<!-)$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "")
  );
}
const isDomainWithoutMarks = (text: string) => isDomain(text) && !text.includes("_");

/** An address that can be reached as it stands; what it may have besides a host, `rest` says. */
function isReachable(text: string, schemes: RegExp, rest: (url: URL) => boolean): boolean {
  const url = URL.parse(text);
  return url !== null && schemes.test(text) && url.hostname !== "" && rest(url);
}
const isWithoutPassword = (url: URL) => url.username === "" && url.password === "";
const isWithoutPath = (url: URL) => /^\/*$/.test(url.pathname) && url.hash === "";
const isBare = (url: URL) => isWithoutPath(url) && url.search === "";
const isNamed = (url: URL) => URL.canParse(url.href) && [url.username, url.password].every(isDecodable);

/** Whether each % begins two digits of a character. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    // It says no character.
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

function list<One extends z.ZodType<string, string>>(one: One, usual = "") {
  return z
    .string()
    .default(usual)
    .transform((value) =>
      value
        .toLowerCase()
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean),
    )
    .pipe(z.array(one));
}

/** The kinds of settings; each refuses with words that go on after the setting's name. */
export const settingKinds = {
  list,
  /** In decimal digits alone, so that nobody has to guess what 1e3 or 0x10 becomes. */
  whole,
  port: whole(0, 65_535),
  /** Where we listen. */
  host: set
    .toLowerCase()
    .refine(
      (text) => isIP(text) !== 0 || isDomainWithoutMarks(text),
      "must be an address of this machine or its name, without a port",
    ),
  domain: set.toLowerCase().refine(isDomainWithoutMarks, "must be a domain name, as mail.example.com"),
  domains: (usual: string) =>
    list(set.refine(isDomainWithoutMarks, "must be domain names, separated by commas"), usual),
  /** A name where DNS keeps records, which may have marks that no host has. */
  recordName: set.toLowerCase().refine(isDomain, "must be a domain name, as _spf.example.com"),
  networks: (usual = "") =>
    list(
      z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], "must be addresses or networks, separated by commas"),
      usual,
    ),
  /** Where a website is, whose pages have paths of their own. */
  site: set.refine(
    (text) => isReachable(text, /^https?:\/\//i, (url) => isWithoutPassword(url) && isBare(url)),
    "must be an http or https address without a path, a query and a password, as https://desk.example.com",
  ),
  webAddress: set.refine(
    (text) => isReachable(text, /^https?:\/\//i, isWithoutPassword),
    "must be an http or https address, without a password",
  ),
  /** What else the mailer is to know stands in the query. */
  relay: set.refine(
    (text) => isReachable(text, /^smtps?:\/\//i, (url) => isNamed(url) && isWithoutPath(url) && url.port !== "0"),
    "must be an smtp:// or smtps:// address, as smtps://user:password@relay.example.com",
  ),
  /** A server at a host, or at a socket of this machine (`?host=/run/postgresql`). */
  database: set.refine((text) => {
    const url = URL.parse(text);
    if (!url || !/^postgres(?:ql)?:\/\//i.test(text) || !isNamed(url)) return false;
    return url.hostname !== "" || Boolean(url.searchParams.get("host"));
  }, "must be a postgres:// address, as postgres://user:password@db.example.com/deskhand"),
  email: z.email("must be an e-mail address"),
  /** A key, a secret or an id that somebody else gave out, as it goes into a header. */
  key: set.regex(/^[\x21-\x7e]{1,2000}$/, "must be a key of letters, digits and signs, without blanks"),
  path: set.max(4_000, "must be a path"),
};

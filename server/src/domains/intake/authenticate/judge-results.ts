import { domainOf, isAligned } from "./domains.ts";
import type { AuthResult, AuthResults } from "./read-auth-results.ts";

/** What somebody who checked a mail found out about the domain in its From, in words that end a sentence; null when nothing. */
export type Finding = {
  check: "pass" | "fail";
  why: string;
  /** Whether it says that a signature proves the domain, and of no host that does. */
  isBySignature: boolean;
};

/** What trusted results say of a From at this domain: DMARC first, then what it would have been made of. */
export function judgeTrusted({ results }: AuthResults, fromDomain: string): Finding | null {
  const isPass = (one: AuthResult) => one.result === "pass" && provesDomain(one, fromDomain);
  const [signed, sent] = ["dkim", "spf"].map((by) => results.some((one) => one.method === by && isPass(one)));
  const pass = (why: string): Finding => ({ check: "pass", why, isBySignature: signed === true && !sent });
  const fail = (why: string): Finding => ({ check: "fail", why, isBySignature: false });
  const dmarc = results.find((one) => one.method === "dmarc" && speaksOf(one, fromDomain));
  if (dmarc?.result === "pass") return pass("DMARC passes");
  if (dmarc?.result === "fail") return fail("DMARC fails");
  if (results.some((one) => isCompositeFailure(one))) return fail("the composite check fails");
  if (signed) return pass("its DKIM signature passes");
  if (sent) return pass("SPF passes");
  const failed = results.find((one) => isFailure(one, fromDomain));
  return failed ? fail(`${failed.method.toUpperCase()} is ${failed.result}`) : null;
}

/**
 * Whether results that anybody may have written into a mail say that its From is forged. Nobody writes this to deceive,
 * unlike a pass, which is worth nothing here.
 */
export function admitsForgery({ results }: AuthResults, fromDomain: string): boolean {
  const dmarc = results.find(({ method }) => method === "dmarc");
  const isOurs = !dmarc || speaksOf(dmarc, fromDomain);
  return (
    results.some((one) => one.method === "dmarc" && one.result === "fail" && speaksOf(one, fromDomain)) ||
    (isOurs && results.some(isCompositeFailure))
  );
}

/** Microsoft's `compauth`, which also judges domains that publish nothing. */
function isCompositeFailure({ method, result }: AuthResult): boolean {
  return method === "compauth" && result === "fail";
}

/** A DMARC result is about the domain of From, even where it does not say so. */
function speaksOf({ properties }: AuthResult, fromDomain: string): boolean {
  const from = properties.get("header.from");
  return from === undefined || domainOf(from) === fromDomain;
}

/** A signature or a sender of the domain itself; one of anybody else proves nothing. */
function provesDomain(result: AuthResult, fromDomain: string): boolean {
  const named = namedDomain(result);
  return named !== null && isAligned(named, fromDomain);
}

const failures = new Map([
  ["spf", ["fail", "softfail", "hardfail"]],
  ["dkim", ["fail", "permerror"]],
]);

/** A failure without a name is taken to be about the sender. */
function isFailure(result: AuthResult, fromDomain: string): boolean {
  if (!failures.get(result.method)?.includes(result.result)) return false;
  const named = namedDomain(result);
  return named === null || isAligned(named, fromDomain);
}

function namedDomain({ method, properties }: AuthResult): string | null {
  const named =
    method === "dkim"
      ? (properties.get("header.d") ?? properties.get("header.i"))
      : (properties.get("smtp.mailfrom") ?? properties.get("smtp.mail") ?? properties.get("smtp.helo"));
  return named === undefined ? null : domainOf(named);
}

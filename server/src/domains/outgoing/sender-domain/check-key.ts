import type { Finding } from "@deskhand/contract/admin/sending";
import type { NameAsker } from "../../../platform/dns/ask-names.ts";
import { keyName } from "../../../platform/mailer/signing-key.ts";
import { finding, notAnswered, readTags } from "./findings.ts";

type Expected = { domain: string; selector: string; publicKey: string };

/** Looks whether a domain publishes a store's key (RFC 6376, section 3.6.1), and what is wrong where it does not. */
export async function checkKey(ask: NameAsker, { domain, selector, publicKey }: Expected): Promise<Finding> {
  const name = keyName(selector, domain);
  const found = await ask.texts(name);
  if (found === null) return notAnswered;
  if (found.length === 0) return missing(ask, name, domain);
  if (found.length > 1) {
    return finding(
      "wrong",
      found,
      "There is more than one TXT record at this name. Keep one: a key that is split belongs in one record, in pieces",
    );
  }
  const fault = faultOf(found[0] ?? "", publicKey);
  return fault ? finding("wrong", found, fault) : finding("right", found, "The key is there");
}

async function missing(ask: NameAsker, name: string, domain: string): Promise<Finding> {
  const alias = await ask.alias(name);
  if (alias)
    return finding("missing", [`CNAME ${alias}`], `This name stands for ${alias}, where there is no TXT record`);
  // Many DNS providers add the domain to whatever is typed.
  const doubled = await ask.texts(`${name}.${domain}`);
  if (doubled?.length) {
    const typed = name.slice(0, -domain.length - 1);
    return finding(
      "missing",
      doubled,
      `The record is at ${name}.${domain}: your DNS provider adds the domain by itself. Enter ${typed} as the name`,
    );
  }
  return finding("missing", [], "There is no TXT record at this name yet. New records can take up to 48 hours to show");
}

function faultOf(record: string, publicKey: string): string | null {
  if (/["\\]/.test(record)) return "The record has quotation marks or backslashes in it. Enter it without them";
  const tags = readTags(record);
  if (tags === null) return "The record is not a list of tags, as v=DKIM1; k=rsa; p=…";
  const version = tags.get("v");
  if (version !== undefined && (version !== "DKIM1" || !/^\s*v\s*=/.test(record)))
    return "The record has to begin with v=DKIM1";
  if ((tags.get("k") ?? "rsa").toLowerCase() !== "rsa")
    return "The record says that this is another kind of key. It has to say k=rsa";
  const key = tags.get("p");
  if (key === undefined) return "The record has no key in it: p= is missing";
  const bare = key.replace(/\s/g, "");
  if (bare === "") return "The key was revoked: p= is empty";
  if (bare !== publicKey) {
    return publicKey.startsWith(bare)
      ? "The key is cut off. Enter all of it"
      : "This is another key. Enter the one that is shown here";
  }
  return restrictionOf(tags);
}

/** What keeps verifiers from using a key that is right (RFC 6376, section 3.6.1). */
function restrictionOf(tags: Map<string, string>): string | null {
  const listed = (name: string) =>
    tags
      .get(name)
      ?.toLowerCase()
      .split(":")
      .map((one) => one.trim());
  const hashes = listed("h");
  if (hashes && !hashes.includes("sha256"))
    return "The record allows other hashes only. Leave out h=, or let it say h=sha256";
  const services = listed("s");
  if (services && !services.includes("*") && !services.includes("email"))
    return "The record says that the key is not for e-mail. Leave out s=";
  if (listed("t")?.includes("y"))
    return "The record says that you are only testing, so it is not counted. Leave out t=y";
  return null;
}

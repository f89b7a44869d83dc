import type { Finding } from "@deskhand/contract/admin/sending";
import type { NameAsker } from "../../../platform/dns/ask-names.ts";
import { finding, notAnswered, readTags } from "./findings.ts";

/** What a domain without a policy may begin with: mails are delivered as before, and reports can be asked for. */
export const startingPolicy = "v=DMARC1; p=none";
const policies = ["none", "quarantine", "reject"];

/**
 * Looks whether a domain has a DMARC policy (RFC 7489), its own or that of a domain above it. Mails that are signed as this
 * domain pass under each.
 */
export async function checkDmarc(ask: NameAsker, domain: string): Promise<Finding> {
  const labels = domain.split(".");
  for (let at = 0; at <= labels.length - 2; at += 1) {
    const name = `_dmarc.${labels.slice(at).join(".")}`;
    const found = await ask.texts(name);
    if (found === null) return notAnswered;
    const records = found.filter((record) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(record));
    if (records.length > 0) return judge(records, at === 0 ? "" : ` It is that of ${labels.slice(at).join(".")}`);
    if (at === 0 && found.length > 0) {
      return finding(
        "wrong",
        found,
        "What stands there is no DMARC policy: it has to begin with v=DMARC1, in capitals",
      );
    }
  }
  return finding("missing", [], "There is no DMARC policy. Gmail, Yahoo and others ask for one of those who send much");
}

function judge(records: string[], whose: string): Finding {
  if (records.length > 1)
    return finding("wrong", records, "There is more than one DMARC policy, so none of them counts. Keep one");
  const policy = readTags(records[0] ?? "")?.get("p");
  if (policy === undefined) return finding("wrong", records, "The policy says nothing: p= is missing, as in p=none");
  if (!policies.includes(policy.toLowerCase())) {
    return finding("wrong", records, `The policy p=${policy} does not exist. It can be none, quarantine or reject`);
  }
  return finding("right", records, `There is a policy: ${policy.toLowerCase()}.${whose}`);
}

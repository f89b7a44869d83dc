import { senderChecks } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import { type AuthResults, admitsForgery, type Finding, judgeTrusted } from "./auth-results.ts";
import type { CheckedMail } from "./check-mail.ts";
import type { LookupResult } from "./sender-lookup.ts";

/** The verdict on the address in a mail's From (docs/product.md#senders), with the reason as a sentence for the mail log. */
export const verdictSchema = z.object({
  check: z.enum(senderChecks),
  reason: z.string(),
  /** Whether it passes by signatures that do not cover its Reply-To, which anybody on the way may have added. */
  isReplyToOpen: z.boolean().optional(),
  /** Whether it was not looked up because too many mails came at once, possibly to make this one pass unchecked. */
  isCrowdedOut: z.boolean().optional(),
});
export type SenderVerdict = z.infer<typeof verdictSchema>;

/** Whether a sender is in doubt, not merely unknown: then their name proves nothing. */
export function isInDoubt({ check, isCrowdedOut }: SenderVerdict): boolean {
  return check === "fail" || isCrowdedOut === true;
}

/** Everything that is known about a mail's sender. */
export type Evidence = {
  fromDomain: string;
  /** The results from name servers; null if none could be asked. */
  checked: CheckedMail | null;
  /** Why these results are incomplete. */
  short?: LookupResult["short"];
  /** The sending host, for the reason. */
  host: string | null;
  /** The results of a trusted relay or provider, and its name. */
  trusted: { by: string; results: AuthResults } | null;
  /** Results in the mail itself, from anybody. */
  claimed: readonly AuthResults[];
};

/**
 * Judges the sender (docs/product.md#senders): by what we verified ourselves, then by trusted results, then by failures that the
 * mail itself admits.
 */
export function judgeSender(evidence: Evidence): SenderVerdict {
  const { fromDomain, checked, trusted, claimed, short = null } = evidence;
  const proof = proofOf(evidence);
  const trustedFinding = trusted ? judgeTrusted(trusted.results, fromDomain) : null;
  if (proof && checked?.isReplyToOpen && ![trustedFinding, checked.forwarded].some(isHostFinding)) {
    return { check: "pass", reason: `${proof} Its Reply-To is not signed and does not count.`, isReplyToOpen: true };
  }
  if (proof) return { check: "pass", reason: proof };
  const trustedVerdict: SenderVerdict = {
    check: trustedFinding?.check ?? "none",
    reason: `${trusted?.by} says of ${fromDomain} that ${trustedFinding?.why}.`,
  };
  if (trustedVerdict.check === "pass") return trustedVerdict;
  if (checked?.forwarded?.check === "pass") {
    const reason = `A forwarder that is trusted says of ${fromDomain} that ${checked.forwarded.why} (ARC).`;
    return { check: "pass", reason };
  }
  if (trustedVerdict.check === "fail") return trustedVerdict;
  if (claimed.some((results) => admitsForgery(results, fromDomain))) {
    return { check: "fail", reason: `A server on the way found that DMARC fails for ${fromDomain}.` };
  }
  // The missing answers might have proved the sender.
  if (short !== null && !checked?.isOverlong) return incompleteVerdicts[short];
  return checked ? judgeChecked(evidence, checked) : unknown("No name server could be asked.");
}

/** The verdicts for incomplete look-ups. */
export const incompleteVerdicts: Record<NonNullable<LookupResult["short"]>, SenderVerdict> = {
  late: unknown("Its name servers took too long."),
  crowded: { ...unknown("So many mails came at once that its sender was not looked up."), isCrowdedOut: true },
};

/** Whether a trusted check passes by the sending host, or does not say how it passes. */
function isHostFinding(trustedFinding: Finding | null): boolean {
  return trustedFinding?.check === "pass" && !trustedFinding.isBySignature;
}

function proofOf({ fromDomain, checked, host }: Evidence): string | null {
  if (checked?.dmarc !== "pass") return null;
  if (checked.signedBy !== null) return `DKIM passes for ${fromDomain}: signed by ${checked.signedBy}.`;
  return `SPF passes for ${fromDomain}: sent by ${host ?? "its host"}.`;
}

function judgeChecked({ fromDomain, host }: Evidence, checked: CheckedMail): SenderVerdict {
  const { spf, dmarc, isUncertain } = checked;
  if (checked.isOverlong) {
    const reason = `Its signatures took too long to read, and nothing else proves that it is from ${fromDomain}.`;
    return { check: "fail", reason };
  }
  if (isUncertain || dmarc === "unknown") return unknown(`What ${fromDomain} publishes could not be looked up.`);
  const spfDetail = spf ? `SPF ${spf.result} for ${spf.domain} (${host})` : "no sender of its own for SPF";
  const details = `${spfDetail}, no DKIM signature of its own`;
  if (dmarc === "fail") return { check: "fail", reason: `DMARC fails for ${fromDomain}: ${details}.` };
  if (spf?.result === "fail" || spf?.result === "softfail") {
    return { check: "fail", reason: `SPF fails for ${fromDomain}: ${details}.` };
  }
  return unknown(`Nothing proves or denies ${fromDomain}: ${details}.`);
}

function unknown(reason: string): SenderVerdict {
  return { check: "none", reason };
}

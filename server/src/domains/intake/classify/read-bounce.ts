import { firstHeader, type ParsedMail } from "../parse/parsed-mail.ts";
import { normaliseEmail } from "../parse/read-addresses.ts";
import { readMessageIds } from "../parse/read-headers.ts";

/** What a delivery report says: for whom, why, and of which message (its Message-ID with brackets). Null where it does not say. */
export type BounceDetails = {
  recipient: string | null;
  /** Enhanced status code (RFC 3463) such as 5.1.1, else the SMTP reply code. */
  status: string | null;
  diagnostic: string | null;
  action: "failed" | "delayed" | "delivered" | "complaint";
  originalMessageIds: string[];
};

/** Reads a bounce: from its delivery report (RFC 3464, RFC 5965) where it has one, else from its text. */
export function readBounce(mail: ParsedMail<unknown>): BounceDetails {
  const report = mail.reports
    .filter(({ contentType }) => /^message\/(?:.*delivery-status|feedback-report)$/.test(contentType))
    .map(({ text }) => text)
    .join("\n\n");
  const text = mail.text.slice(0, 50_000);
  const source = report || text;
  const diagnostic = field(source, "diagnostic-code") ?? findDiagnostic(text);
  return {
    recipient: findRecipient(mail, source),
    status: findStatus(source, diagnostic),
    diagnostic: diagnostic?.slice(0, 1_000) ?? null,
    action: findAction(mail, report || text),
    originalMessageIds: findOriginalIds(mail, text),
  };
}

function findRecipient(mail: ParsedMail<unknown>, source: string): string | null {
  const named =
    field(source, "final-recipient") ?? field(source, "original-recipient") ?? field(source, "original-rcpt-to");
  const candidates = [
    named?.replace(/^[\w-]+;\s*/, ""),
    firstHeader(mail.headers, "x-failed-recipients")?.split(",")[0],
    field(source, "x-actual-recipient")?.replace(/^[\w-]+;\s*/, ""),
    /(?:^|\n)[> \t]{0,40}<?([^\s<>@"'()]{1,64}@[\w.-]{3,190}\w)>?[\s:.,)]/.exec(source.slice(0, 10_000))?.[1],
    /<([^\s<>@]{1,64}@[\w.-]{3,190})>/.exec(source.slice(0, 10_000))?.[1],
  ];
  for (const candidate of candidates) {
    const email = candidate ? normaliseEmail(candidate) : null;
    if (email) return email;
  }
  return null;
}

function findStatus(source: string, diagnostic: string | null): string | null {
  const stated = field(source, "status")?.match(/\b[245]\.\d{1,3}\.\d{1,3}\b/)?.[0];
  if (stated) return stated;
  const told = diagnostic ?? source.slice(0, 10_000);
  return (
    told.match(/\b[45]\.\d{1,3}\.\d{1,3}\b(?!\.\d)/)?.[0] ??
    told.match(/(?:^|[^\d.])([45][0-5]\d)(?=[ -])/m)?.[1] ??
    null
  );
}

function findDiagnostic(text: string): string | null {
  const line = text
    .slice(0, 20_000)
    .split("\n")
    .find((candidate) => /(?:^|[^\d.])[45][0-5]\d[ -]\S/.test(candidate.slice(0, 1_000)));
  return line?.trim() || null;
}

function findAction(mail: ParsedMail<unknown>, source: string): BounceDetails["action"] {
  if (
    mail.reportType === "feedback-report" ||
    mail.reports.some((report) => report.contentType === "message/feedback-report")
  ) {
    return "complaint";
  }
  const actions = [...source.matchAll(/^[> \t]{0,40}action:[ \t]*(\w+)/gim)].map((match) => match[1]?.toLowerCase());
  if (actions.includes("failed")) return "failed";
  if (actions.includes("delayed") || /\b(?:delay(?:ed)?|still being retried|warning)\b/i.test(mail.subject))
    return "delayed";
  return actions.some((action) => action && /^(?:delivered|relayed|expanded)$/.test(action)) ? "delivered" : "failed";
}

// The returned message itself first, then what the bounce answers to, then header lines pasted into its text.
function findOriginalIds(mail: ParsedMail<unknown>, text: string): string[] {
  const enclosed = mail.reports
    .filter(({ contentType }) => /rfc822|global/.test(contentType))
    .flatMap((report) => readMessageIds([field(report.text, "message-id") ?? ""]));
  const pasted = [...text.matchAll(/^[> \t]{0,40}message-id:\s{0,4}(<[^<>\s]{1,998}>)/gim)].map(
    (match) => match[1] ?? "",
  );
  const ids = new Set([...enclosed, ...mail.inReplyTo, ...mail.references.slice(-5), ...pasted]);
  if (mail.messageId) ids.delete(mail.messageId);
  return [...ids].slice(0, 20);
}

// A field of a report, its folded lines joined. Old mailers quote such fields, so marks before the name are passed over.
function field(text: string, name: string): string | null {
  const match = new RegExp(`^[>\\t ]{0,8}${name}:[ \\t]*([^\\n]*(?:\\n[ \\t]+\\S[^\\n]*){0,20})`, "im").exec(text);
  return match?.[1]?.replace(/\s+/g, " ").trim() || null;
}

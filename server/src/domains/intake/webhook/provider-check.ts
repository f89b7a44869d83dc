import type { HeadField } from "../parse/read-headers.ts";

/**
 * Returns Mailgun's checks of a sender as the value of an Authentication-Results field (RFC 8601), from its form's fields or
 * those that it added to the mail. Its DKIM result does not name the signer, so a pass proves nothing.
 */
export function mailgunCheck(
  head: readonly HeadField[],
  form: (name: string) => string | undefined,
  sender: string,
): string {
  const field = fieldReader(head, form);
  return results("mailgun", [
    spfResult(field("X-Mailgun-Spf"), sender),
    dkimResult(field("X-Mailgun-Dkim-Check-Result"), null),
    addedResults(head),
  ]);
}

/** Returns the same for Postmark, from its Received-SPF and the tests of its SpamAssassin. */
export function postmarkCheck(head: readonly HeadField[]): string {
  const field = fieldReader(head, () => undefined);
  const received = field("Received-SPF") ?? "";
  const sender = /\benvelope-from="?<?([^\s"<>;]{1,320})/i.exec(received)?.[1];
  const tests = new Set((field("X-Spam-Tests") ?? "").split(/[\s,]+/));
  const author = head.find(({ name }) => name === "from")?.value ?? "";
  const isBroken = tests.has("DKIM_SIGNED") && !tests.has("DKIM_VALID");
  return results("postmark", [
    sender === undefined ? null : spfResult(/^[a-z]+/i.exec(received)?.[0], sender),
    tests.has("DKIM_VALID_AU") ? dkimResult("pass", author) : isBroken ? dkimResult("fail", null) : null,
    addedResults(head),
  ]);
}

/** Returns the same for SendGrid: `SPF` is the result for the envelope's sender, `dkim` lists domains as `{@shop.example : pass}`. */
export function sendgridCheck(form: (name: string) => string | undefined, sender: string): string {
  const signatures = (form("dkim") ?? "")
    .slice(0, 4_096)
    .matchAll(/(@[\w.-]{1,253})["'\s]{0,5}:["'\s]{0,5}([a-z]{1,20})/gi);
  return results("sendgrid", [
    spfResult(form("SPF"), sender),
    ...[...signatures].slice(0, 20).map(([, domain = "", result]) => dkimResult(result, domain)),
  ]);
}

function results(provider: string, found: readonly (string | null)[]): string {
  return [provider, ...found.filter((item) => item !== null)].join("; ");
}

function spfResult(word: string | undefined, sender: string): string | null {
  return word ? `spf=${plain(word)} smtp.mailfrom=${domainIn(sender)}` : null;
}

/** `signer` is null if unknown. */
function dkimResult(word: string | undefined, signer: string | null): string | null {
  return word ? `dkim=${plain(word)}${signer === null ? "" : ` header.d=${domainIn(signer)}`}` : null;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, "");
}

/** The domain of the last address in a text; "none" if it has none. */
function domainIn(text: string): string {
  const domain = text.slice(text.lastIndexOf("@") + 1);
  return /^[^\s<>"();=]{1,253}/.exec(domain)?.[0] ?? "none";
}

/** The index of the field where the mail entered the provider's hosts, which added all fields above it; -1 if there is none. */
function entryOf(head: readonly HeadField[]): number {
  return head.findIndex(({ name, value }) => name === "received" && /^from\s/i.test(value));
}

/**
 * Returns a function that reads what the provider says in a field. A pass counts only in the form or above the trace of the
 * mail's arrival, as the sender may have written what is below. Without a trace it counts if the field occurs once.
 */
function fieldReader(head: readonly HeadField[], form: (name: string) => string | undefined) {
  const entry = entryOf(head);
  return (field: string): string | undefined => {
    const name = field.toLowerCase();
    const above = head.slice(0, Math.max(entry, 0)).find((item) => item.name === name)?.value;
    const below = head.slice(Math.max(entry, 0)).flatMap((item) => (item.name === name ? [item.value] : []));
    if (above !== undefined) return above;
    const inForm = form(field);
    const isDoubtful = below.length > (entry < 0 ? 1 : 0);
    return (
      [inForm, ...below].find((value) => value && !isPass(value)) ?? (isDoubtful ? undefined : (inForm ?? below[0]))
    );
  };
}

function isPass(value: string): boolean {
  return /^pass\b|DKIM_VALID/i.test(value);
}

/** The results in an Authentication-Results field that the provider added, without the name of the authority. */
function addedResults(head: readonly HeadField[]): string | null {
  const added = head.slice(0, Math.max(entryOf(head), 0)).find(({ name }) => name === "authentication-results");
  return added ? added.value.slice(added.value.indexOf(";") + 1) : null;
}

import { readFile } from "node:fs/promises";
import { isAnswerSubject, isForwardSubject } from "@deskhand/contract/desk/subjects";
import { isForwardMarker, isOriginalMarker, readHeaderLine } from "@deskhand/email/quote-markers";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Settings } from "../../../platform/settings.ts";
import { mailKey, probeHeader, probeSender, readProbeLinkToken, readProbeMarks } from "../../outgoing/index.ts";
import { rememberForwarder } from "../capacity/known-networks.queries.ts";
import { refusalOf } from "../classify/read-bounce.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { proofsIn } from "../text/withhold-links.ts";
import { type Outcome, probes, type WaitingMail } from "./decide.queries.ts";
import { storeOf } from "./find-mail-author.ts";
import type { OwnMarks } from "./own-marks.ts";

type ProbeMail = {
  settings: Pick<Settings, "secret" | "mailDomain">;
  entry: Pick<WaitingMail, "id" | "envelopeTo" | "remoteHost">;
  read: ReadMail;
  marks: OwnMarks;
};

/** A footer may push the mark far down, but not below this. */
const textLength = 20_000;
/** Limits the files that are searched and the marks in one mail. */
const mostMarks = 10;
/** A larger file cannot be one of our test mails. */
const fileLength = 500_000;
const mayBeMail = /^(?:message|text)\/|octet-stream|outlook|\.(?:eml|msg|mht|txt|html?)$/i;

/**
 * Ends a mail that tests the store's forwarding, whether it came back itself or was returned by a mail server
 * (docs/product.md#testing-the-forwarding). Such a mail becomes no ticket, whoever sent it. Returns null for any other mail,
 * such as an answer that quotes a test.
 */
export async function decideProbe(tx: TenantTx, mail: ProbeMail): Promise<Outcome | null> {
  const found = mail.marks.returned === null ? findMarks(mail) : null;
  const outcome = mail.marks.returned === null ? await decideFound(tx, mail, found) : await decideReturned(tx, mail);
  if (found?.as !== "itself") await endSeenChecks(tx, mail);
  return outcome;
}

type FoundMarks = { ids: string[]; as: "itself" | "forward" };

async function decideFound(tx: TenantTx, mail: ProbeMail, found: FoundMarks | null): Promise<Outcome | null> {
  if (found === null) return null;
  const [probe] = await probes.answer.select(tx, found.ids);
  if (!probe) {
    for (const id of found.ids.slice(0, mostMarks)) await probes.answer.tellElsewhere(tx, id, found.as === "itself");
    return { state: "forwarding_test", reason: "It tests a forwarding, but this store did not send it." };
  }
  const { addresses } = await storeOf(tx);
  const to = mail.entry.envelopeTo.split(", ").find((address) => addresses.has(address.toLowerCase()));
  const prefix = `It tests the forwarding of ${probe.address}`;
  if (to === undefined) {
    return { state: "forwarding_test", reason: `${prefix}, but came to an address that nothing is forwarded to.` };
  }
  if (probe.isOver) return { state: "forwarding_test", reason: `${prefix}, but came back too late.` };
  await emit(tx, "forwarding.came-back", { probeId: probe.id, mailLogId: mail.entry.id, as: found.as });
  await rememberForwarder(tx, mail.entry.remoteHost);
  const how = found.as === "forward" ? "inside another mail" : "as it was sent";
  return { state: "forwarding_test", reason: `${prefix}, and came back to ${to} ${how}.` };
}

// Anybody who reads a mail of the store can read what it quotes or encloses, so a check that appears there proves nothing any more.
async function endSeenChecks(tx: TenantTx, mail: ProbeMail): Promise<void> {
  const ids = await visibleProbes(mail);
  if (ids.length === 0) return;
  const known = await probes.answer.select(tx, ids);
  for (const { id, purpose } of known) {
    if (purpose === "check") {
      await emit(tx, "forwarding.came-back", { probeId: id, mailLogId: mail.entry.id, as: "forward" });
    }
  }
  const others = ids.filter((id) => !known.some((probe) => probe.id === id));
  for (const id of others) await probes.answer.tellElsewhere(tx, id, false);
}

// Searches everything in a mail that people can open: its texts, its reports, and files that may be mails.
async function visibleProbes({ settings, read: { parsed } }: ProbeMail): Promise<string[]> {
  const key = mailKey(settings.secret);
  const files = parsed.attachments
    .filter(({ name, contentType, size }) => size <= fileLength && mayBeMail.test(`${contentType} ${name}`))
    .slice(0, mostMarks);
  const contents = await Promise.all(
    files.map(({ storedAs }) => (storedAs === null ? "" : readFile(storedAs, "latin1"))),
  );
  const texts = [
    ...[parsed.subject, parsed.text.slice(0, 5 * textLength), (parsed.html ?? "").slice(0, 10 * textLength)],
    ...[...parsed.reports.map(({ text }) => text), ...parsed.attachments.map(({ name }) => name)],
    ...Object.values(parsed.headers).flat(),
  ].filter((text) => /dhtest|confirm/i.test(text));
  const proofs = [...texts, ...contents].flatMap(proofsIn);
  const ids = proofs.flatMap((proof) => {
    if (proof.includes("-")) return readProbeMarks(key, `dhtest-${proof}`);
    return readProbeLinkToken(key, proof) ?? [];
  });
  return [...new Set(ids)].slice(0, mostMarks);
}

// Mail to the return path comes from mail systems. It proves nothing, whatever it quotes.
async function decideReturned(tx: TenantTx, { entry, read, marks }: ProbeMail): Promise<Outcome | null> {
  const { classification } = read;
  if (classification.kind !== "bounce" || classification.bounce.action !== "failed") return null;
  const [probe] = await probes.answer.select(tx, marks.tickets);
  if (!probe) return null;
  await emit(tx, "forwarding.bounced", { probeId: probe.id, mailLogId: entry.id });
  const words = refusalOf(classification.bounce.recipient ?? probe.address, classification.bounce);
  return { state: "bounce", reason: `It returns the test of the forwarding of ${probe.address}. ${words}` };
}

/** Finds test marks in a mail that is a test itself, not in an answer to one or a report on one. */
function findMarks({ settings, read }: ProbeMail): FoundMarks | null {
  const { parsed, classification } = read;
  const key = mailKey(settings.secret);
  const inHeader = readProbeMarks(key, parsed.headers[probeHeader.toLowerCase()]?.join(" ") ?? "");
  const isForward = isForwardSubject(parsed.subject);
  if (inHeader.length > 0) return { ids: inHeader, as: isForward ? "forward" : "itself" };
  const answers = parsed.headers["auto-submitted"]?.some((value) => /^\s*auto-replied/i.test(value)) ?? false;
  if (answers || classification.kind === "bounce" || (isAnswerSubject(parsed.subject) && !isForward)) return null;
  const texts = [parsed.subject, parsed.text.slice(0, textLength), (parsed.html ?? "").slice(0, 3 * textLength)];
  const inTexts = readProbeMarks(key, texts.join(" "));
  if (inTexts.length > 0) {
    return { ids: inTexts, as: isForward || isForwarded(read, settings.mailDomain) ? "forward" : "itself" };
  }
  // An enclosed mail's file is named after its subject.
  const enclosed = readProbeMarks(key, parsed.attachments.map(({ name }) => name).join(" "));
  return enclosed.length > 0 ? { ids: enclosed, as: "forward" } : null;
}

// A person, not a group, sent it, or it quotes what it passes on.
function isForwarded({ parsed }: ReadMail, mailDomain: string): boolean {
  const { headers, from, text } = parsed;
  const isOfGroup = ["list-id", "x-original-sender", "x-original-from"].some((name) => headers[name] !== undefined);
  if (!isOfGroup && from?.email.toLowerCase() !== probeSender(mailDomain).toLowerCase()) return true;
  const lines = text.slice(0, textLength).split("\n");
  const end = lines.findIndex((line) => /dhtest-/i.test(line));
  const kinds = ["from", "sent"];
  return lines
    .slice(0, end + 1)
    .some(
      (line) =>
        /^\s*>/.test(line) ||
        isForwardMarker(line) ||
        isOriginalMarker(line) ||
        kinds.includes(readHeaderLine(line)?.kind ?? ""),
    );
}

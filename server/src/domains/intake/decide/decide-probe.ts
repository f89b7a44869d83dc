import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Settings } from "../../../platform/settings.ts";
import { mailKey, probeHeader, readProbeMarks } from "../../outgoing/index.ts";
import { isReplySubject } from "../classify/automatic-signs.ts";
import { refusalOf } from "../classify/find-diagnostic.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { isForwardSubject } from "../text/quote-markers.ts";
import { type Outcome, selectProbes, type WaitingMail } from "./decide.queries.ts";
import type { OwnMarks } from "./own-marks.ts";
import { storeOf } from "./store-of.ts";

type Probed = {
  settings: Pick<Settings, "secret">;
  entry: Pick<WaitingMail, "id" | "envelopeTo">;
  read: ReadMail;
  marks: OwnMarks;
};

/** A footer may push the mark far down, but not further than this. */
const textLength = 20_000;

/**
 * Ends a mail that tests the store's forwarding, come back as itself or returned by a mail server
 * (docs/product.md#testing-the-forwarding); null for any other, such as an answer that quotes one. It becomes no ticket,
 * whoever sent it.
 */
export async function decideProbe(tx: TenantTx, one: Probed): Promise<Outcome | null> {
  if (one.marks.resends !== null) return decideReturned(tx, one);
  const found = findMarks(one);
  if (found === null) return null;
  const [probe] = await selectProbes(tx, found.ids);
  if (!probe) return { state: "forwarding_test", reason: "It tests a forwarding, but this store did not send it." };
  const { addresses } = await storeOf(tx);
  const to = one.entry.envelopeTo.split(", ").find((address) => addresses.has(address.toLowerCase()));
  const told = `It tests the forwarding of ${probe.address}`;
  if (to === undefined) {
    return { state: "forwarding_test", reason: `${told}, but came to an address that nothing is forwarded to.` };
  }
  if (probe.isOver) return { state: "forwarding_test", reason: `${told}, but came back too late.` };
  await emit(tx, "forwarding.came-back", { probeId: probe.id, mailLogId: one.entry.id, as: found.as });
  const how = found.as === "forward" ? "inside another mail" : "as it was sent";
  return { state: "forwarding_test", reason: `${told}, and came back to ${to} ${how}.` };
}

// What comes to its return path, mail systems wrote: it is no proof of anything, whatever it quotes.
async function decideReturned(tx: TenantTx, { entry, read, marks }: Probed): Promise<Outcome | null> {
  const { classification } = read;
  if (classification.kind !== "bounce" || classification.bounce.action !== "failed") return null;
  const [probe] = await selectProbes(tx, marks.tickets);
  if (!probe) return null;
  await emit(tx, "forwarding.bounced", { probeId: probe.id, mailLogId: entry.id });
  const words = refusalOf(classification.bounce.recipient ?? probe.address, classification.bounce);
  return { state: "bounce", reason: `It returns the test of the forwarding of ${probe.address}. ${words}` };
}

/** The marks of tests in a mail that is one of them: not in one that answers it, or reports on it. */
function findMarks({ settings, read }: Probed): { ids: string[]; as: "itself" | "forward" } | null {
  const { parsed, classification } = read;
  const key = mailKey(settings.secret);
  const inHeader = readProbeMarks(key, parsed.headers[probeHeader.toLowerCase()]?.join(" ") ?? "");
  const isForward = isForwardSubject(parsed.subject);
  if (inHeader.length > 0) return { ids: inHeader, as: isForward ? "forward" : "itself" };
  const answers = parsed.headers["auto-submitted"]?.some((value) => /^\s*auto-replied/i.test(value)) ?? false;
  if (answers || classification.kind === "bounce" || (isReplySubject(parsed.subject) && !isForward)) return null;
  const texts = [parsed.subject, parsed.text.slice(0, textLength), (parsed.html ?? "").slice(0, 3 * textLength)];
  const inTexts = readProbeMarks(key, texts.join(" "));
  if (inTexts.length > 0) return { ids: inTexts, as: isForward ? "forward" : "itself" };
  // A mail that is enclosed is named by its subject.
  const enclosed = readProbeMarks(key, parsed.attachments.map(({ name }) => name).join(" "));
  return enclosed.length > 0 ? { ids: enclosed, as: "forward" } : null;
}

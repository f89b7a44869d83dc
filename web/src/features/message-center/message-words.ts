import type { LeavingMail, TriedMail } from "@deskhand/contract/desk/message-center";
import { limits } from "@deskhand/contract/limits";
import { mailStages } from "@deskhand/contract/vocabulary";
import { counted, formatDateTime } from "../../lib/format.ts";
import type { Tone } from "../../ui/tone.ts";

/** What the tab lists: mails in one stage, or one's own drafts. */
export const mailFolders = [...mailStages, "drafts"] as const;
export type MailFolder = (typeof mailFolders)[number];

interface FolderWords {
  label: string;
  tone: Tone;
  /** What a mail is told by that has no other reason. */
  meaning: string;
  /** What stands there while there is none. */
  empty: string;
}

/** The label, tone and sentences of each folder. */
export const folderWords: Record<MailFolder, FolderWords> = {
  waiting: {
    label: "Waiting",
    tone: "blue",
    meaning: "It is about to be sent.",
    empty: "Every mail has left. One that the mail server does not take at once waits here until it is tried again.",
  },
  scheduled: {
    label: "Scheduled",
    tone: "blue",
    meaning: "",
    empty: "Replies that you and your colleagues send later wait here. Choose “Send later” beside Send Reply.",
  },
  held: {
    label: "Held by a limit",
    tone: "amber",
    meaning: "The store’s limit for today is used up.",
    empty: "Mails beyond what your store may send in a day wait here for the next one.",
  },
  failed: {
    label: "Failed",
    tone: "red",
    meaning: "It failed after all tries.",
    empty: "Mails that could not be sent stand here, each with its reason.",
  },
  bounced: {
    label: "Bounced",
    tone: "red",
    meaning: "It came back.",
    empty: "Mails that came back after they had left stand here, with what the other side said.",
  },
  sent: {
    label: "Sent",
    tone: "green",
    meaning: "The next mail server took it.",
    empty: "Mails that the next mail server took stand here.",
  },
  drafts: {
    label: "Drafts",
    tone: "grey",
    meaning: "Not sent yet.",
    empty: "Replies that you began and did not send stand here. Only you see them.",
  },
};

/** "Failed (3)"; from the bound of counting on "Failed (99+)", and the label alone without any. */
export function folderLabel(folder: MailFolder, count: number | undefined): string {
  const { label } = folderWords[folder];
  if (count === undefined || count === 0) return label;
  return `${label} (${count < limits.leavingMailsCounted ? count : `${limits.leavingMailsCounted - 1}+`})`;
}

/** Returns a mail's stage in a word or two. */
export function stageLabel({ stage, isInOutbox }: Pick<LeavingMail, "stage" | "isInOutbox">): string {
  return isInOutbox ? "In the outbox" : folderWords[stage].label;
}

type Timed = Pick<LeavingMail, "stage" | "reason" | "isInOutbox" | "nextAt" | "attempts">;

/** Returns why a mail is where it is, when that changes, and how often it was tried. */
export function stageReason({ stage, reason, isInOutbox, nextAt, attempts }: Timed): string {
  const outbox = "It is kept in the outbox of this installation and does not leave it.";
  const why = sentence(reason ?? (isInOutbox ? outbox : folderWords[stage].meaning));
  const tries = attempts > 1 ? ` ${counted(attempts, "try").replace("trys", "tries")} so far.` : "";
  return `${why}${nextAt === null ? "" : ` ${nextWords[stage] ?? "Next try by"} ${formatDateTime(nextAt)}.`}${tries}`.trim();
}

const nextWords: Partial<Record<LeavingMail["stage"], string>> = {
  scheduled: "Leaves",
  held: "Held back until",
};

const sentence = (text: string) => (text === "" || /[.!?]$/.test(text) ? text : `${text}.`);

/** "ann@customer.example and 2 others", or that nobody is known yet. */
export function recipientWords({ to, others }: Pick<LeavingMail, "to" | "others">): string {
  if (to === "") return "Nobody yet";
  return others === 0 ? to : `${to} and ${counted(others, "other")}`;
}

/** Returns what came of trying mails again: "3 are on their way again, 1 is not: ann@… does not exist". */
export function triedWords(items: readonly TriedMail[]): string {
  const refused = items.filter(({ error }) => error !== null);
  const queued = items.length - refused.length;
  const going = `${queued.toLocaleString("en-US")} ${queued === 1 ? "is on its way again" : "are on their way again"}`;
  const [first, ...rest] = refused;
  if (first === undefined) return going;
  const left = `${refused.length.toLocaleString("en-US")} ${refused.length === 1 ? "is" : "are"} not`;
  return `${queued === 0 ? left : `${going}, ${left}`}: ${first.error}${rest.length > 0 ? " …" : ""}`;
}

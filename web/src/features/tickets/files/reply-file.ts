import { limits } from "@deskhand/contract/limits";
import { isDefinedError } from "@orpc/client";
import { readDraft, writeDraft } from "../../../lib/drafts.ts";
import {
  type CallError,
  failureSentence,
  failureText,
  isPassing,
  isSignedOut,
  mayComeAgain,
} from "../../../lib/failure.ts";
import { counted, formatFileSize } from "../../../lib/format.ts";
import { contentWords } from "../../../lib/send-file.ts";

/** A file of an unsent reply, uploading or uploaded. */
export interface ReplyFile {
  /** Also the upload's idempotency key. */
  key: string;
  filename: string;
  /** In bytes. */
  size: number;
  /** `waiting` for its turn or the network; `stored` is ready to send. */
  phase: "waiting" | "sending" | "stored" | "failed";
  /** The share of its bytes sent, 0 to 1. */
  progress: number;
  /** The server's upload id, once it is stored. */
  uploadId: string | null;
  /** Why it failed; a retry may help. */
  error: string | null;
}

function totalSize(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Compares number and size with a mail's limits: "2 files, 1.2 MB of 25 MB". */
export function totalText(files: readonly { size: number }[]): string {
  return `${counted(files.length, "file")}, ${formatFileSize(totalSize(files))} of ${formatFileSize(limits.mailSizeBytes)}`;
}

/** Splits new files into those that can be added and, for the others, a sentence saying why not. */
export function admitFiles<F extends { name: string; size: number }>(
  present: readonly { size: number }[],
  added: readonly F[],
): { admitted: F[]; refusals: string[] } {
  const admitted: F[] = [];
  const refusals: string[] = [];
  let size = totalSize(present);
  for (const file of added) {
    const reason = refusalOf(file, present.length + admitted.length, size);
    if (reason === null) {
      admitted.push(file);
      size += file.size;
    } else refusals.push(`“${file.name}” was not attached: ${reason}`);
  }
  return { admitted, refusals };
}

function refusalOf(file: { size: number }, count: number, size: number): string | null {
  if (file.size === 0) return "it is empty, or a folder.";
  if (count >= limits.filesPerMessage) return `one reply can have ${limits.filesPerMessage} files.`;
  const most = formatFileSize(limits.mailSizeBytes);
  if (file.size > limits.mailSizeBytes) {
    const sizeText = formatFileSize(file.size);
    return `it has ${sizeText === most ? `a little over ${most}` : sizeText}, and one reply can carry ${most}.`;
  }
  if (size + file.size > limits.mailSizeBytes) {
    return `with its ${formatFileSize(file.size)} the files would exceed the ${most} that one reply can carry.`;
  }
  return null;
}

/** Returns why a reply with these files cannot be sent yet, or null. */
export function sendObstacle(files: readonly ReplyFile[], isOnline: boolean): string | null {
  const failed = files.find(({ phase }) => phase === "failed");
  if (failed) return `“${failed.filename}” is not attached yet. Try it again or remove it`;
  const onTheWay = files.filter(({ phase }) => phase !== "stored").length;
  if (onTheWay === 0) return null;
  const subject = onTheWay === 1 ? "1 file is" : `${onTheWay} files are`;
  return isOnline ? `${subject} still uploading` : `${subject} waiting for a connection`;
}

/** Returns why the server refuses a file, as the end of a sentence; null when a retry may help. */
export function fileRefusal(error: CallError): string | null {
  if (!isDefinedError(error)) {
    // A proxy refuses by itself what is too large for it.
    return "status" in error && error.status === 413 ? "This file is too large." : null;
  }
  if (isSignedOut(error) || mayComeAgain(error) || error.status >= 500 || error.code === "upload_broken_off")
    return null;
  const sentence = failureSentence(error);
  return error.code === "upload_misnamed" ? `${sentence} ${contentWords(error.data)}` : sentence;
}

/** The message for a failed upload that may be retried. */
export function fileFailure(error: CallError): string {
  if (isSignedOut(error)) return "You must be logged in to attach files";
  if (isDefinedError(error) && error.code === "file_not_scanned") return failureText(error);
  return isPassing(error) ? "Deskhand could not be reached" : failureText(error);
}

/** Returns the uploads that a refused reply reported missing. */
export function goneUploads(error: CallError | null): string[] {
  return isDefinedError(error) && error.code === "upload_not_found" ? error.data.uploadIds : [];
}

interface KeptFile {
  id: string;
  filename: string;
  size: number;
}

function isKept(value: unknown): value is KeptFile {
  if (typeof value !== "object" || value === null) return false;
  const { id, filename, size } = value as Record<string, unknown>;
  return typeof id === "string" && typeof filename === "string" && typeof size === "number";
}

/** A file that the server has. */
export function storedFile({ id, filename, size }: KeptFile, key = id): ReplyFile {
  return { key, filename, size, phase: "stored", progress: 1, uploadId: id, error: null };
}

/** Reads the stored files remembered with a reply's draft. */
export function readKeptFiles(key: string): ReplyFile[] {
  try {
    const parsed: unknown = JSON.parse(readDraft(key) || "[]");
    return Array.isArray(parsed) ? parsed.filter(isKept).map((file) => storedFile(file)) : [];
  } catch {
    // Foreign data. The server still has the files and deletes them within a day.
    return [];
  }
}

/** Remembers the stored files. */
export function keepFiles(key: string, files: readonly ReplyFile[]): void {
  const stored = files.flatMap(({ uploadId: id, filename, size }) => (id === null ? [] : [{ id, filename, size }]));
  writeDraft(key, stored.length === 0 ? "" : JSON.stringify(stored));
}

import { limits } from "@deskhand/contract/limits";
import { counted, formatFileSize } from "../../../lib/format.ts";

/** A file of an unsent reply, on its way to the server or there. */
export interface ReplyFile {
  /** Also the key under which the server stores it once. */
  key: string;
  filename: string;
  /** In bytes. */
  size: number;
  /** `waiting` for its turn or for a network; `stored` can be sent. */
  phase: "waiting" | "sending" | "stored" | "failed";
  /** How much of it has gone out, 0 to 1. */
  progress: number;
  /** The server's id of it, once it is stored. */
  uploadId: string | null;
  /** Why it failed; trying again may help. */
  error: string | null;
}

/** The bytes of some files together. */
function totalSize(files: readonly { size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** The files' number and size against what one mail carries: "2 files, 1.2 MB of 25 MB". */
export function totalText(files: readonly { size: number }[]): string {
  return `${counted(files.length, "file")}, ${formatFileSize(totalSize(files))} of ${formatFileSize(limits.mailSizeBytes)}`;
}

/** Those of some files that may still be added to others, and for each of the rest a sentence that says why it may not. */
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
    const given = formatFileSize(file.size);
    return `it has ${given === most ? `a little over ${most}` : given}, and one reply can carry ${most}.`;
  }
  if (size + file.size > limits.mailSizeBytes) {
    return `with its ${formatFileSize(file.size)} the files would exceed the ${most} that one reply can carry.`;
  }
  return null;
}

/** Why a reply with these files cannot be sent yet, or null. */
export function sendObstacle(files: readonly ReplyFile[], isOnline: boolean): string | null {
  const failed = files.find(({ phase }) => phase === "failed");
  if (failed) return `“${failed.filename}” is not attached yet. Try it again or remove it`;
  const onTheWay = files.filter(({ phase }) => phase !== "stored").length;
  if (onTheWay === 0) return null;
  const what = onTheWay === 1 ? "1 file is" : `${onTheWay} files are`;
  return isOnline ? `${what} still uploading` : `${what} waiting for a connection`;
}

import { readDraft, writeDraft } from "../../../lib/drafts.ts";
import type { ReplyFile } from "./reply-file.ts";

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

/** The stored files remembered with a reply's draft. */
export function readKeptFiles(key: string): ReplyFile[] {
  try {
    const kept: unknown = JSON.parse(readDraft(key) || "[]");
    return Array.isArray(kept) ? kept.filter(isKept).map((file) => storedFile(file)) : [];
  } catch {
    // Not of our making; the server still has the files, and forgets them in a day.
    return [];
  }
}

/** Remembers the stored ones of some files. */
export function keepFiles(key: string, files: readonly ReplyFile[]): void {
  const kept = files.flatMap(({ uploadId: id, filename, size }) => (id === null ? [] : [{ id, filename, size }]));
  writeDraft(key, kept.length === 0 ? "" : JSON.stringify(kept));
}

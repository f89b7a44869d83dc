import { limits } from "@deskhand/contract/limits";
import { nameToSave, unusedFilename } from "../../../platform/storage/safe-filename.ts";

/** The file of an archive that names what is not in it. */
export const leftOutName = "Left out.txt";

/** A file of a ticket, as its row has it. */
export type FileToZip = {
  fileId: string;
  filename: string;
  size: number;
  createdAt: string;
  isProgram: boolean;
  scan: string | null;
  virus: string | null;
};

/**
 * What of some files goes into one archive, each under a name of its own, and the text that says what does not and why ("" for
 * nothing): what nobody may download, what is asked about before, and what is too much (docs/product.md#files-of-a-message).
 */
export function chooseForZip<File extends FileToZip>(all: readonly File[]) {
  const files: (File & { name: string })[] = [];
  const leftOut: string[] = [];
  const taken = new Set([leftOutName.toLowerCase()]);
  let bytes = 0;
  for (const file of all) {
    const isTooMuch = files.length >= limits.filesInZip || bytes + file.size > limits.zipBytes;
    const reason = whyNot(file) ?? (isTooMuch ? "too much for one download" : null);
    if (reason !== null) {
      leftOut.push(`${file.filename}: ${reason}`);
      continue;
    }
    const name = unusedFilename(nameToSave(file.filename), taken);
    taken.add(name.toLowerCase());
    files.push({ ...file, name });
    bytes += file.size;
  }
  const rest = "These files are not in this archive. Download them by themselves, as far as they can be:";
  return { files, leftOut: leftOut.length === 0 ? "" : `${[rest, "", ...leftOut].join("\r\n")}\r\n` };
}

function whyNot({ isProgram, scan, virus }: FileToZip): string | null {
  if (virus !== null) return `holds a virus (${virus})`;
  if (isProgram) return "is a program, or holds one";
  if (scan === "waiting") return "not scanned for viruses yet";
  return scan === "too_large" ? "too large to be scanned for viruses" : null;
}

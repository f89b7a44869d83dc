/** The types of records that can be asked for. */
const recordTypes = ["A", "AAAA", "CNAME", "MX", "PTR", "TXT"] as const;
export type RecordType = (typeof recordTypes)[number];

/** What name servers are asked: the records of a name, of one type. */
export type Question = { name: string; type: RecordType };

/**
 * What is known of a question: its records as node:dns gives them, texts in pieces and mail exchangers as objects; or by which of
 * the codes of node:dns there are none.
 */
export type Answer = { records: readonly unknown[]; code: string | null };

/** An answer, and for how many seconds it holds. */
export type Reply = Answer & { seconds: number };

/** Whether a type of records can be asked for. */
export function isRecordType(type: string): type is RecordType {
  return recordTypes.some((one) => one === type);
}

/** A question as others can be compared with it: names are the same in upper and lower case, with and without a dot at their end. */
export function keyOf({ name, type }: Question): string {
  return `${type} ${name.toLowerCase().replace(/\.$/, "")}`;
}

/** Whether a code says that the question was answered after all: there is no such name, or it has no such record. */
export function saysAbsence(code: string | null): boolean {
  return code !== null && ["ENOTFOUND", "ENODATA", "EBADNAME"].includes(code);
}

/** Whether a failed question was answered after all. */
export function isAbsence(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && saysAbsence(String(error.code));
}

/** The records of an answer, a copy of the caller's own; throws as node:dns does where there are none. */
export function recordsOf({ records, code }: Answer, { name, type }: Question): string[] {
  if (code !== null) throw Object.assign(new Error(`${type} of ${name}: ${code}`), { code });
  // Whoever asks by a type knows what its records are; node:dns has them as strings, too.
  return structuredClone(records) as string[];
}

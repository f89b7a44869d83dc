import type { Finding } from "@deskhand/contract/admin/sending";

/** What was found of a record, in words. */
export function finding(state: Finding["state"], found: readonly string[], words: string): Finding {
  return { state, found: [...found], words };
}

/** Nobody can say: that is no fault of the record. */
export const notAnswered: Finding = finding(
  "unknown",
  [],
  "Could not be checked: the name servers did not answer. This does not mean that the record is wrong",
);

/** The tags of a record, as `v=DKIM1; k=rsa` (RFC 6376, section 3.2); null where it is no list of tags, or names one twice. */
export function readTags(record: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  const parts = record.split(";").map((part) => part.trim());
  if (parts.at(-1) === "") parts.pop();
  for (const part of parts) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim();
    if (at < 1 || !/^[a-z]\w{0,30}$/i.test(name) || tags.has(name)) return null;
    tags.set(name, part.slice(at + 1).trim());
  }
  return tags.size > 0 ? tags : null;
}

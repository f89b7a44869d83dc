const maxLength = 120;

/**
 * Makes a name that any system can save: no path, not hidden or reserved, at most 120 characters; "" if nothing
 * remains.
 */
export function safeFilename(given: string): string {
  const clean = withoutPath(given)
    // Control and direction characters can hide a file's extension; the others are invalid in Windows names.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\s+/g, " ")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  if (!/[\p{L}\p{N}]/u.test(clean)) return "";
  const short = shorten(clean);
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(short) ? `_${short}` : short;
}

/** Returns a name that is safe to save for any file, never empty. */
export function nameToSave(given: string): string {
  return safeFilename(given) || "file";
}

/** Returns the last part of a path; a name that merely contains a slash, such as "Invoice 10/2026.pdf", stays whole. */
function withoutPath(given: string): string {
  const isPath = /^(?:[a-z]:)?[\\/]|^file:|^~\/|(?:^|[\\/])\.{1,2}[\\/]|^[a-z]:|\\/i.test(given.trim());
  return isPath ? (given.split(/[\\/]/).at(-1) ?? "") : given.replaceAll("/", "_");
}

/** Returns the name, numbered before its extension if it is taken; `taken` holds names in lower case. */
export function unusedFilename(name: string, taken: ReadonlySet<string>): string {
  let unused = name;
  for (let count = 2; taken.has(unused.toLowerCase()); count++) unused = numbered(name, count);
  return unused;
}

function numbered(name: string, count: number): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${count})${name.slice(dot)}` : `${name} (${count})`;
}

function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= maxLength) return name;
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : "";
  return characters.slice(0, maxLength - ending.length).join("") + ending;
}

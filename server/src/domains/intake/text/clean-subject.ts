// Re, Fw and Fwd, with a count (Re[2]:) as some programs write it.
const prefix = /^\s*(?:re|fwd?)\s*(?:\[\d{1,3}\]|\(\d{1,3}\)|\^\d{1,3})?\s*[:：]\s*/i;

/** The subject as tickets show it (docs/product.md#subjects). */
export function cleanSubject(subject: string): string {
  let rest = subject.slice(0, 10_000);
  for (let match = prefix.exec(rest); match; match = prefix.exec(rest)) rest = rest.slice(match[0].length);
  const clean = rest.replace(/\s+/g, " ").trim();
  if (clean === "") return "No Subject";
  const characters = [...clean];
  return characters.length > 100 ? `${characters.slice(0, 97).join("")}...` : clean;
}

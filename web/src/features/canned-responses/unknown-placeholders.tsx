import { findPlaceholders, isPlaceholder } from "@deskhand/contract/desk/placeholders";

/** Says which placeholders of a response nothing is known for: they are kept, and left in each reply as they stand. */
export function UnknownPlaceholders({ content }: { content: string }) {
  const unknown = [...new Set(findPlaceholders(content).map(({ name }) => name))].filter(
    (name) => !isPlaceholder(name),
  );
  const names = unknown.map((name) => `{{${name}}}`).join(", ");
  const what =
    unknown.length === 1
      ? "is no placeholder that can be filled in. A reply would keep it as it stands"
      : "are no placeholders that can be filled in. A reply would keep them as they stand";
  return (
    // Always there: what appears within it is spoken.
    <p role="status" className="text-amber text-sm break-anywhere empty:hidden">
      {unknown.length > 0 && `${names} ${what}: choose one under “Insert placeholder”.`}
    </p>
  );
}

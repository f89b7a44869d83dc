/** What stands for the operator's address until the server, which knows it, serves the page (server/src/platform/http/public-pages.ts). */
const placeholder = "operator@installation.invalid";

/** The address of whoever runs this installation, where they gave one. */
export function OperatorAddress() {
  return (
    <a href={`mailto:${placeholder}`} className="rounded-tag text-accent underline underline-offset-3">
      {placeholder}
    </a>
  );
}

import { LoaderCircle } from "lucide-react";

/** A ring that appears only if the wait exceeds 300 ms. */
export function Spinner({ size = 20 }: { size?: number }) {
  return (
    <span role="status" className="inline-flex animate-appear-late items-center text-soft">
      <LoaderCircle size={size} aria-hidden className="animate-spin" />
      <span className="sr-only">Loading...</span>
    </span>
  );
}

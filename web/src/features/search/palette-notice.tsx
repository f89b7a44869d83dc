import { unknownText } from "../../entities/ticket/unknown-text.ts";
import { useOnline } from "../../lib/use-online.ts";
import { FailureLine } from "../../screens/failure-line.tsx";
import type { Found } from "./use-found.ts";

interface PaletteNoticeProps {
  found: Found;
  typed: string;
  hasOptions: boolean;
}

/** What is to be said above the results: what was searched for instead, nothing found, no connection, a failure with another try. */
export function PaletteNotice({ found, typed, hasOptions }: PaletteNoticeProps) {
  const isOnline = useOnline();
  if (typed === "") return null;
  if (!isOnline || found.isWaiting) {
    return (
      <p role="status" className="border-line border-b px-4 py-2.5 text-amber">
        You are offline. Commands still work; the search goes on once you are back.
      </p>
    );
  }
  if (found.error !== null) {
    return (
      <FailureLine
        error={found.error}
        onRetry={found.retry}
        className="justify-between border-line border-b px-4 py-2.5"
      />
    );
  }
  if (!found.isCurrent) {
    return hasOptions ? null : <p className="animate-appear-late px-4 py-8 text-center text-soft">Searching...</p>;
  }
  if (hasOptions) {
    return found.result?.shownFor ? (
      <p role="status" className="border-line border-b px-4 py-2 text-soft break-anywhere">
        Showing results for <b className="font-semibold text-ink">{found.result.shownFor}</b>
      </p>
    ) : null;
  }
  return (
    <div className="px-6 py-9 text-center">
      <p className="font-semibold break-anywhere">Nothing found for “{typed}”</p>
      {found.result?.unknown.map((one) => (
        <p key={`${one.name}:${one.value}`} className="mt-1 break-anywhere">
          {unknownText(one)}
        </p>
      ))}
      <p className="mt-1 text-soft">Try a ticket number, a name, an e-mail address, or fewer words.</p>
    </div>
  );
}

import { useDebounced } from "../lib/use-debounced.ts";
import { useOnline } from "../lib/use-online.ts";
import { Banner } from "../ui/banner.tsx";

const PATIENCE_MS = 5_000;

/** Says when the network or the live connection is away for more than a moment. */
export function ConnectionNotice({ isLive }: { isLive: boolean }) {
  const isOnline = useOnline();
  const isQuiet = useDebounced(isLive, PATIENCE_MS) || isLive;
  if (isOnline && isQuiet) return null;
  return (
    <div className="px-4 pt-3 md:px-6">
      <Banner kind="warning">
        {isOnline
          ? "The live connection is interrupted. New tickets and replies may show late; reconnecting..."
          : "You are offline. What you write is kept in this browser; everything is up to date again once you are back."}
      </Banner>
    </div>
  );
}

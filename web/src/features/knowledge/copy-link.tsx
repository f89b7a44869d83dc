import { limits } from "@deskhand/contract/limits";
import { useEffect, useState } from "react";
import { announce } from "../../ui/announcer.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Input } from "../../ui/form/input.tsx";

export const COPIED = "Link copied to clipboard!";

/** Copies links to the clipboard and says how that went. */
export function useCopyLink() {
  const [last, setLast] = useState<{ url: string; isCopied: boolean } | null>(null);

  useEffect(() => {
    if (!last?.isCopied) return;
    const timer = setTimeout(() => setLast(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [last]);

  return {
    /** The last link: shown for a moment when it was copied, until it is dismissed when the clipboard is closed. */
    last,
    dismiss: () => setLast(null),
    /** `say` says that it is copied, where that is other than to a screen reader. */
    async copy(url: string, say = () => announce(COPIED)) {
      try {
        await navigator.clipboard.writeText(url);
        setLast({ url, isCopied: true });
        say();
      } catch {
        // Refused by the browser, or absent because the page did not come over HTTPS: it can be copied by hand.
        setLast({ url, isCopied: false });
      }
    },
  };
}

interface LinkByHandProps {
  url: string;
  title?: string;
  onDismiss?: () => void;
}

/** A link that the clipboard did not take, to be copied by hand. */
export function LinkByHand({ url, title = "The link could not be copied", onDismiss }: LinkByHandProps) {
  return (
    <Banner kind="error" title={title} onDismiss={onDismiss}>
      <p className="mb-1.5">The browser does not let this page use the clipboard. Copy it from here:</p>
      <Input
        readOnly
        aria-label="Link"
        value={url}
        ref={(field) => {
          field?.focus();
          field?.select();
        }}
        onFocus={({ target }) => target.select()}
      />
    </Banner>
  );
}

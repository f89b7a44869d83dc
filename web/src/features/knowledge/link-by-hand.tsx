import { Banner } from "../../ui/banner.tsx";
import { Input } from "../../ui/form/input.tsx";

/** A link that the clipboard did not take, to be copied by hand. */
export function LinkByHand({ url, onDismiss }: { url: string; onDismiss: () => void }) {
  return (
    <Banner kind="error" title="The link could not be copied" onDismiss={onDismiss}>
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

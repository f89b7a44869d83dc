import { Banner, BannerButton } from "../../ui/banner.tsx";
import type { PolishNotice } from "./use-polish.ts";

interface PolishBannerProps {
  notice: PolishNotice;
  onDismiss: () => void;
  onPolish: () => void;
}

/** What became of polishing, above the text it concerns. */
export function PolishBanner({ notice, onDismiss, onPolish }: PolishBannerProps) {
  switch (notice.kind) {
    case "failed":
      return (
        <Banner kind="warning" onDismiss={onDismiss}>
          {notice.error}
        </Banner>
      );
    case "unchanged":
      return (
        <Banner kind="success" onDismiss={onDismiss}>
          Nothing to correct.
        </Banner>
      );
    case "not-english":
      return (
        <Banner kind="info" onDismiss={onDismiss}>
          This does not seem to be English, so it was left as it is. 0 corrections.
        </Banner>
      );
    case "edited":
      return (
        <Banner kind="info" onDismiss={onDismiss} action={<BannerButton onClick={onPolish}>Polish again</BannerButton>}>
          Your text changed while it was being polished, so nothing was replaced.
        </Banner>
      );
  }
}

import type { PolishLanguage } from "@deskhand/contract/polish";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { PolishLanguageChoice } from "./polish-language.tsx";
import type { PolishNotice } from "./use-polish.ts";

interface PolishBannerProps {
  notice: PolishNotice;
  onDismiss: () => void;
  onPolish: (language?: PolishLanguage) => void;
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
        <Banner
          kind="success"
          onDismiss={onDismiss}
          action={<PolishLanguageChoice language={notice.language} onChoose={onPolish} />}
        >
          Nothing to correct.
        </Banner>
      );
    case "untold":
      return (
        <Banner kind="info" onDismiss={onDismiss} action={<PolishLanguageChoice language={null} onChoose={onPolish} />}>
          Its language was not recognized, so your text was left as it is. 0 corrections.
        </Banner>
      );
    case "edited":
      return (
        <Banner
          kind="info"
          onDismiss={onDismiss}
          action={<BannerButton onClick={() => onPolish()}>Polish again</BannerButton>}
        >
          Your text changed while it was being polished, so nothing was replaced.
        </Banner>
      );
  }
}

/** What one waits for, and the way out of it. */
export function PolishWait({ onCancel }: { onCancel: () => void }) {
  return (
    <Banner kind="info" action={<BannerButton onClick={onCancel}>Cancel</BannerButton>}>
      Polishing... The first text takes some seconds longer.
      <span role="progressbar" aria-label="Polishing" className="mt-1.5 block h-0.5 animate-pulse bg-(--tone)" />
    </Banner>
  );
}

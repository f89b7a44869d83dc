import { type PolishLanguage, polishLanguages } from "@deskhand/contract/polish";
import { Sparkles } from "lucide-react";
import { createPortal, flushSync } from "react-dom";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { ToolButton } from "../../ui/button.tsx";
import { Select } from "../../ui/form/select.tsx";
import { type PolishNotice, usePolish } from "./use-polish.ts";

/** The composer's 'Polish' button with its dialog and notices (docs/product.md#polish). */
export function PolishButton(draft: ReplyDraft) {
  const { text, focus, isSending, above } = draft;
  const { isPolishing, isSlow, notice, offer, polish, cancel, dismiss, keep, use } = usePolish(draft);
  const isBlank = text.trim() === "";

  /** Runs an action and focuses the text, as the pressed button is gone or disabled then. */
  function andFocus<Told extends unknown[]>(act: (...told: Told) => void) {
    return (...told: Told) => {
      // A closing dialog returns the focus to its opener first.
      flushSync(() => act(...told));
      focus();
    };
  }

  return (
    <>
      <ToolButton
        label="Polish"
        icon={<Sparkles size={15} aria-hidden />}
        disabled={isBlank || isSending}
        busy={isPolishing}
        busyText="Polishing..."
        onClick={andFocus(() => polish())}
      />
      {offer !== null && (
        <offer.Review
          original={offer.original}
          polished={offer.polished}
          corrections={offer.corrections}
          suggestions={offer.suggestions}
          language={offer.language}
          onChoose={polish}
          onUse={andFocus(use)}
          onKeep={andFocus(keep)}
        />
      )}
      {above !== null && isSlow && createPortal(<PolishWait onCancel={andFocus(cancel)} />, above)}
      {above !== null &&
        notice !== null &&
        createPortal(<PolishBanner notice={notice} onDismiss={andFocus(dismiss)} onPolish={andFocus(polish)} />, above)}
    </>
  );
}

interface PolishBannerProps {
  notice: PolishNotice;
  onDismiss: () => void;
  onPolish: (language?: PolishLanguage) => void;
}

/** The outcome of polishing, above the text. */
function PolishBanner({ notice, onDismiss, onPolish }: PolishBannerProps) {
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

/** Says what is taking long, with Cancel. */
function PolishWait({ onCancel }: { onCancel: () => void }) {
  return (
    <Banner kind="info" action={<BannerButton onClick={onCancel}>Cancel</BannerButton>}>
      Polishing... The first text takes some seconds longer.
      <span role="progressbar" aria-label="Polishing" className="mt-1.5 block h-0.5 animate-pulse bg-(--tone)" />
    </Banner>
  );
}

interface PolishLanguageChoiceProps {
  /** Null when not recognized. */
  language: PolishLanguage | null;
  onChoose: (language: PolishLanguage) => void;
}

const names = new Intl.DisplayNames(["en"], { type: "language" });
const languageOptions = polishLanguages.map((value) => ({ value, label: `Language: ${names.of(value) ?? value}` }));
const unknown = { value: "", label: "Choose the language" } as const;

/** The language used for the correction; another choice corrects again. */
export function PolishLanguageChoice({ language, onChoose }: PolishLanguageChoiceProps) {
  return (
    <Select
      small
      aria-label="Language of the reply"
      className="w-44"
      options={language === null ? [unknown, ...languageOptions] : languageOptions}
      value={language ?? ""}
      onChange={(chosen) => chosen !== "" && onChoose(chosen)}
    />
  );
}

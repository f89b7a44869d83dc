import type { PolishLanguage } from "@deskhand/contract/polish";
import { useMemo } from "react";
import { counted } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { toneClass } from "../../ui/tone.ts";
import { PolishLanguageChoice } from "./polish-language.tsx";
import { type WordChange, wordChanges } from "./word-changes.ts";

export interface PolishReviewProps {
  original: string;
  polished: string;
  corrections: number;
  /** The one that it was corrected in. */
  language: PolishLanguage;
  /** Has the draft polished in another language. */
  onChoose: (language: PolishLanguage) => void;
  onUse: () => void;
  onKeep: () => void;
}

/** Shows what polishing would change before it replaces the draft; Enter takes it, Escape keeps the draft. */
export function PolishReview(props: PolishReviewProps) {
  const { original, polished, corrections, language, onChoose, onUse, onKeep } = props;
  const changes = useMemo(() => wordChanges(original, polished), [original, polished]);
  return (
    <Dialog
      title="Polished reply"
      subtitle={`${counted(corrections, "correction")}. Struck through is taken out, underlined is put in.`}
      onClose={onKeep}
      footer={
        <>
          <Button onClick={onKeep}>
            Keep mine
            <span aria-hidden className="hidden sm:inline">
              <Kbd>Esc</Kbd>
            </span>
          </Button>
          <Button variant="primary" data-autofocus onClick={onUse}>
            Use polished text
          </Button>
        </>
      }
    >
      <div className="mb-3">
        <PolishLanguageChoice language={language} onChoose={onChoose} />
      </div>
      <div className="rounded-panel border border-line bg-panel px-4 py-3">
        <ChangeView changes={changes} />
      </div>
    </Dialog>
  );
}

/** Blanks have no looks: where one was taken out or put in, a sign stands for it. */
function shown(text: string): string {
  return /\S/.test(text) ? text : text.replaceAll(" ", "␣").replaceAll("\n", "↵\n").replaceAll("\t", "→");
}

/** A text with what was taken out struck through and what was put in underlined, each in its colour and said to screen readers. */
function ChangeView({ changes }: { changes: WordChange[] }) {
  let at = 0;
  return (
    <p dir="auto" className="whitespace-pre-wrap break-anywhere">
      {changes.map(({ kind, text }) => {
        const key = `${kind}${at}`;
        at += text.length;
        if (kind === "same") return text;
        const isRemoved = kind === "removed";
        const Mark = isRemoved ? "del" : "ins";
        return (
          <Mark
            key={key}
            className={cx(
              toneClass[isRemoved ? "red" : "green"],
              "tinted rounded-tag px-0.5",
              isRemoved ? "line-through" : "font-medium underline decoration-2 underline-offset-3",
            )}
          >
            <span className="sr-only">{isRemoved ? " removed: " : " added: "}</span>
            {shown(text)}
            <span className="sr-only">{isRemoved ? " end of removed, " : " end of added, "}</span>
          </Mark>
        );
      })}
    </p>
  );
}

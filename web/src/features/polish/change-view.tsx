import { cx } from "../../ui/cx.ts";
import { toneClass } from "../../ui/tone.ts";
import type { WordChange } from "./word-changes.ts";

/** Blanks have no looks: where one was taken out or put in, a sign stands for it. */
function shown(text: string): string {
  return /\S/.test(text) ? text : text.replaceAll(" ", "␣").replaceAll("\n", "↵\n").replaceAll("\t", "→");
}

/** A text with what was taken out struck through and what was put in underlined, each in its colour and said to screen readers. */
export function ChangeView({ changes }: { changes: WordChange[] }) {
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

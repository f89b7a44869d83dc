import type { CountedList } from "@deskhand/contract/home/home-lists";
import { limits } from "@deskhand/contract/limits";
import { cx } from "../../../ui/cx.ts";
import { type Tone, toneClass } from "../../../ui/tone.ts";
import { ListLink } from "./list-link.tsx";

/** A number of tickets in words, and their list. */
export interface CountedWords {
  words: string;
  list: CountedList;
  count: number;
  /** For a number above 0. */
  tone?: Tone;
}

/** A number with its words, as a link. */
export const countClass =
  "inline-flex min-h-7 items-baseline gap-1.5 whitespace-nowrap rounded-control px-2 py-1 text-sm transition-colors duration-120 hover:bg-hover touch:min-h-touch touch:items-center";

/** A number of tickets that opens them. */
export function CountLink({ words, list, count, tone }: CountedWords) {
  const isMarked = tone !== undefined && count > 0;
  return (
    <ListLink list={list} className={cx(countClass, isMarked ? cx(toneClass[tone], "tinted") : "text-soft")}>
      <CountWords count={count} words={words} isMarked={isMarked} />
    </ListLink>
  );
}

/** "12 open", or "1,000+ open" where counting ends. */
export function CountWords({ count, words, isMarked = false }: { count: number; words: string; isMarked?: boolean }) {
  const cap = limits.viewCountCap;
  return (
    <>
      <span className={cx("font-semibold tabular", !isMarked && "text-ink")}>
        {count > cap ? `${cap.toLocaleString("en-US")}+` : count.toLocaleString("en-US")}
      </span>
      {words}
    </>
  );
}

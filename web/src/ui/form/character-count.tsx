import { cx } from "../cx.ts";

interface CharacterCountProps {
  count: number;
  limit: number;
  /** "12 / 500" instead of "12/500". */
  spaced?: boolean;
  className?: string;
}

/** How much of a text field's limit is used, such as "78/10,000 characters". */
export function CharacterCount({ count, limit, spaced = false, className }: CharacterCountProps) {
  const slash = spaced ? " / " : "/";
  return (
    <span className={cx("text-xs tabular", count > limit ? "text-red" : "text-soft", className)}>
      {`${count}${slash}${limit.toLocaleString("en-US")} characters`}
    </span>
  );
}

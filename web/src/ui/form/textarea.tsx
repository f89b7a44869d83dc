import { type ComponentProps, useEffect, useLayoutEffect, useRef } from "react";
import { cx } from "../cx.ts";
import { controlClass } from "./input.tsx";

interface TextareaProps extends ComponentProps<"textarea"> {
  /** The height at which it starts, and its minimum, in rows. */
  rows?: number;
  /** The height at which it stops growing and scrolls, in rows. */
  maxRows?: number;
}

const ROW_PX = 20;
const PADDING_PX = 18;

function fitHeight(field: HTMLTextAreaElement, rows: number, maxRows: number): void {
  field.style.height = "auto";
  const contentHeight = field.scrollHeight + field.offsetHeight - field.clientHeight;
  const most = maxRows * ROW_PX + PADDING_PX;
  field.style.height = `${Math.min(Math.max(contentHeight, rows * ROW_PX + PADDING_PX), most)}px`;
  // A style may limit its height further.
  field.style.overflowY = field.scrollHeight > field.clientHeight ? "auto" : "hidden";
}

/** A text field of several lines that grows with its text up to `maxRows`. */
export function Textarea({ rows = 3, maxRows = 14, className, ref, value, ...rest }: TextareaProps) {
  const own = useRef<HTMLTextAreaElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    if (own.current !== null) fitHeight(own.current, rows, maxRows);
  }, [value, rows, maxRows]);

  // The text wraps differently once a phone is turned or a window is resized.
  useEffect(() => {
    const field = own.current;
    if (field === null) return;
    let width = field.clientWidth;
    const observer = new ResizeObserver(() => {
      if (field.clientWidth === width) return;
      width = field.clientWidth;
      fitHeight(field, rows, maxRows);
    });
    observer.observe(field);
    return () => observer.disconnect();
  }, [rows, maxRows]);

  return (
    <textarea
      {...rest}
      value={value}
      rows={rows}
      ref={(element) => {
        own.current = element;
        if (typeof ref === "function") return ref(element);
        if (ref) ref.current = element;
      }}
      className={cx(controlClass, "block resize-none py-2", className)}
    />
  );
}

interface CharacterCountProps {
  count: number;
  limit: number;
  /** Writes "12 / 500" instead of "12/500". */
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

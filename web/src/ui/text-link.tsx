import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/** A link in running text. */
export function TextLink({ className, children, ...rest }: ComponentProps<"a">) {
  return (
    <a {...rest} className={cx("rounded-tag text-accent underline-offset-3 hover:underline", className)}>
      {children}
    </a>
  );
}

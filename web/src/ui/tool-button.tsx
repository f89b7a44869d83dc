import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { cx } from "./cx.ts";

interface ToolButtonProps extends Omit<ButtonProps, "variant" | "size" | "children"> {
  icon: ReactNode;
  label: string;
}

/** A quiet button of a toolbar. Where the toolbar, a `@container`, is narrow, its icon stands alone and its label is spoken. */
export function ToolButton({ label, busy = false, busyText = label, title = label, ...rest }: ToolButtonProps) {
  return (
    <Button {...rest} variant="ghost" size="sm" busy={busy} title={title} className="@max-xl:min-w-7 @max-xl:px-1.5">
      <span className={cx(!busy && "@max-xl:sr-only")}>{busy ? busyText : label}</span>
    </Button>
  );
}

import type { ComponentProps, ReactNode } from "react";
import { type ButtonProps, buttonClass } from "./button.tsx";
import { cx } from "./cx.ts";

interface ButtonLinkProps extends ComponentProps<"a">, Pick<ButtonProps, "variant" | "size"> {
  icon?: ReactNode;
}

/** A link that looks like a button: it leads somewhere, also in a new tab. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={cx(buttonClass(variant, size), "hover:bg-hover hover:text-ink", className)}>
      {icon}
      {children}
    </a>
  );
}

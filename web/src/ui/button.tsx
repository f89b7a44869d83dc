import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  primary:
    "border-primary bg-primary-fill font-semibold text-white enabled:hover:bg-primary-press enabled:active:bg-primary-press",
  secondary: "border-line bg-raised text-ink enabled:hover:border-edge enabled:hover:bg-hover",
  ghost: "border-transparent text-soft enabled:hover:bg-hover enabled:hover:text-ink",
  danger: "border-red/40 bg-red/10 text-red enabled:hover:border-red enabled:hover:bg-red/20",
};

const sizes: Record<ButtonSize, string> = {
  sm: "h-7 gap-1.5 px-2.5 text-sm",
  md: "h-8 gap-2 px-3 text-base",
  lg: "h-10 gap-2 px-4 text-base",
};

/** What makes a link look like a button. */
export function buttonClass(variant: ButtonVariant = "secondary", size: ButtonSize = "md"): string {
  return cx(
    "inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-control border transition-colors duration-120",
    "disabled:cursor-not-allowed disabled:opacity-55 aria-busy:opacity-85",
    variants[variant],
    sizes[size],
  );
}

interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /**
   * While true, the button is disabled and says `busyText`. A button with this prop does something that takes a while, so it
   * ignores the second click of a double click, even if the first is already answered.
   */
  busy?: boolean;
  busyText?: string;
}

/** A button that says what it is doing while it is busy. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, busy = false, busyText, disabled, className, children, type, onClick, ...rest } = props;
  const actsOnce = props.busy !== undefined;
  return (
    <button
      {...rest}
      type={type ?? "button"}
      onClick={(event) => {
        // A click on a submit button would otherwise still send its form.
        if (actsOnce && isRepeatedClick(event)) event.preventDefault();
        else onClick?.(event);
      }}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass(variant, size), className)}
    >
      {icon}
      {busy && busyText !== undefined ? busyText : children}
    </button>
  );
}

interface ButtonLinkProps extends ComponentProps<"a">, Pick<ButtonProps, "variant" | "size" | "icon"> {}

/** A link that looks like a button: it leads somewhere, also in a new tab. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={cx(buttonClass(variant, size), "hover:bg-hover hover:text-ink", className)}>
      {icon}
      {children}
    </a>
  );
}

interface ToolButtonProps extends Omit<ButtonProps, "variant" | "size" | "children"> {
  icon: ReactNode;
  label: string;
}

/** A quiet button of a toolbar. In a narrow toolbar, which is a `@container`, only its icon shows, and its label is spoken. */
export function ToolButton({ label, busy = false, busyText = label, title = label, ...rest }: ToolButtonProps) {
  return (
    <Button {...rest} variant="ghost" size="sm" busy={busy} title={title} className="low:px-1.5 @max-3xl:px-1.5">
      <span className={cx(!busy && "low:sr-only @max-3xl:sr-only")}>{busy ? busyText : label}</span>
    </Button>
  );
}

/**
 * Whether a click is the second of a double click. A button that removes itself leaves its place to the next one, which nobody
 * meant to press.
 */
export function isRepeatedClick(event: { detail: number }): boolean {
  return event.detail > 1;
}

import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { type Tone, toneClass } from "./tone.ts";

const looks = {
  error: { tone: "red", Icon: CircleAlert },
  warning: { tone: "amber", Icon: TriangleAlert },
  success: { tone: "green", Icon: CircleCheck },
  info: { tone: "accent", Icon: Info },
} satisfies Record<string, { tone: Tone; Icon: typeof Info }>;

interface BannerProps {
  kind: keyof typeof looks;
  title?: ReactNode;
  children?: ReactNode;
  /** What to do next. */
  action?: ReactNode;
  /** Shows a button that tries again, which says so while `isRetrying`. */
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  onDismiss?: (() => void) | undefined;
  className?: string;
}

/** Says what happened, next to what it concerns; a screen reader announces errors at once. */
export function Banner(props: BannerProps) {
  const { kind, title, children, action, onRetry, isRetrying, onDismiss, className } = props;
  const { tone, Icon } = looks[kind];
  return (
    <div
      role={kind === "error" ? "alert" : "status"}
      className={cx(
        toneClass[tone],
        "flex items-start gap-2.5 rounded-control border border-(--tone)/35 bg-(--tone)/10 px-3 py-2 text-(--tone)",
        className,
      )}
    >
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-2.5 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 break-anywhere">
          {title !== undefined && <p className="font-semibold">{title}</p>}
          {children !== undefined && <div className={cx(title !== undefined && "text-ink")}>{children}</div>}
        </div>
        {action}
        {onRetry !== undefined && (
          <BannerButton busy={isRetrying === true} busyText="Trying..." onClick={() => onRetry()}>
            Try again
          </BannerButton>
        )}
      </div>
      {onDismiss !== undefined && (
        <button
          type="button"
          aria-label="Dismiss"
          title="Dismiss"
          onClick={onDismiss}
          className="-my-0.5 -mr-1 grid size-6 shrink-0 place-items-center rounded-control hover:bg-(--tone)/15"
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}

/** The button in a banner for what to do next. */
export function BannerButton(props: ComponentProps<typeof Button>) {
  return <Button {...props} size="sm" />;
}

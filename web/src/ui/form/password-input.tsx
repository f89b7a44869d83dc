import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cx } from "../cx.ts";
import { controlClass } from "./input.tsx";

/** A password field with a button inside that shows and hides what was typed. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setIsShown] = useState(false);
  const label = isShown ? "Hide password" : "Show password";
  return (
    <span className={cx("relative block", className)}>
      <input {...rest} type={isShown ? "text" : "password"} className={cx(controlClass, "h-8.5 pr-10")} />
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-9.5 place-items-center rounded-control text-soft hover:text-ink focus-visible:outline-offset-[-2px]"
      >
        {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
      </button>
    </span>
  );
}

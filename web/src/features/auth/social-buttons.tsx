import type { SocialProvider } from "../../lib/auth.ts";
import { Button } from "../../ui/button.tsx";

interface SocialButtonsProps {
  disabled: boolean;
  onChoose: (provider: SocialProvider) => void;
}

/** "or continue with" and the two outside accounts one may sign in with. */
export function SocialButtons({ disabled, onChoose }: SocialButtonsProps) {
  return (
    <div className="mt-5">
      <p className="mb-3 flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or continue with
      </p>
      <div className="grid grid-cols-2 gap-2.5">
        <Button size="lg" disabled={disabled} icon={<Initial>G</Initial>} onClick={() => onChoose("google")}>
          Google
        </Button>
        <Button size="lg" disabled={disabled} icon={<Initial>T</Initial>} onClick={() => onChoose("twitter")}>
          Twitter
        </Button>
      </div>
    </div>
  );
}

function Initial({ children }: { children: string }) {
  return (
    <span
      aria-hidden
      className="grid size-5 place-items-center rounded-full border border-edge font-semibold text-soft text-xs"
    >
      {children}
    </span>
  );
}

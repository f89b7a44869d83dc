import { LockKeyhole } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../ui/empty-state.tsx";
import { TextLink } from "../ui/text-link.tsx";

/** Instead of a screen whose session has ended: what one would sign in for, and the way there. */
export function SignedOut({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      icon={<LockKeyhole size={20} aria-hidden />}
      title="Authentication Required"
      action={<TextLink href="/login">Sign In</TextLink>}
      className="rounded-panel border border-line bg-panel"
    >
      {children}
    </EmptyState>
  );
}

import { SearchX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type CallError, failureText } from "../lib/failure.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

interface DetailAbsentProps {
  /** What is not shown, as in "Order not found or access denied". */
  noun: string;
  error: CallError;
  /** Whether there is none. */
  isMissing: boolean;
  /** What is said before why it failed, as in "Failed to load order". */
  failureTitle: string;
  /** The words of the button that closes it. */
  closeText: string;
  onRetry: () => void;
  onClose: () => void;
  /** Why there may be none. */
  children: ReactNode;
}

/** Instead of something that was asked for by its link: why it is not shown, and what to do next. */
export function DetailAbsent(props: DetailAbsentProps) {
  const { noun, error, isMissing, failureTitle, closeText, onRetry, onClose, children } = props;
  if (isMissing) {
    return (
      <EmptyState
        icon={<SearchX size={20} aria-hidden />}
        title={`${noun} not found or access denied`}
        action={<Button onClick={onClose}>{closeText}</Button>}
      >
        {children}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<TriangleAlert size={20} aria-hidden />}
      title={`${failureTitle}: ${failureText(error)}`}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

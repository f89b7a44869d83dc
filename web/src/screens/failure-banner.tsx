import type { ComponentProps } from "react";
import { type CallError, failureText } from "../lib/failure.ts";
import { Banner } from "../ui/banner.tsx";

interface FailureBannerProps extends Omit<ComponentProps<typeof Banner>, "kind" | "children"> {
  error: CallError | null;
}

/** Says why a call failed, if it did. */
export function FailureBanner({ error, ...rest }: FailureBannerProps) {
  if (error === null) return null;
  return (
    <Banner {...rest} kind="error">
      {failureText(error)}
    </Banner>
  );
}

import type { SelfTest } from "@deskhand/contract/shopify";
import { CircleCheck, CircleX } from "lucide-react";
import type { CallError } from "../../lib/failure.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";

interface SelfTestResultProps {
  /** Absent until it was asked for. */
  result: SelfTest | undefined;
  error: CallError | null;
}

/** What the self-test found in each part of the connection. */
export function SelfTestResult({ result, error }: SelfTestResultProps) {
  if (error !== null) return <FailureBanner error={error} title="The self-test could not be run" />;
  if (result === undefined) return null;
  return (
    <div role="status" className="rounded-control border border-line p-2.5 text-sm">
      <ul className="flex flex-col gap-1">
        {result.checks.map(({ name, passed, detail }) => (
          <li key={name} className="flex items-start gap-2">
            {passed ? (
              <CircleCheck size={15} role="img" aria-label="Works" className="mt-0.5 shrink-0 text-green" />
            ) : (
              <CircleX size={15} role="img" aria-label="Does not work" className="mt-0.5 shrink-0 text-red" />
            )}
            <span className="min-w-0 break-anywhere">
              <span className="font-medium">{name}</span> <span className="text-soft">{detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { Forwarding } from "@deskhand/contract/admin/forwarding";
import { ExternalLink } from "lucide-react";
import { Banner } from "../../../ui/banner.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";

/** What Gmail asks before it forwards, as soon as its mail came; what to wait for until then. */
export function GmailConfirmations({ asked }: { asked: Forwarding["confirmations"] }) {
  if (asked.length === 0) {
    return (
      <p className="rounded-control border border-line border-dashed px-3 py-2 text-soft text-sm">
        Google's confirmation code and link appear here as soon as its mail arrives.
      </p>
    );
  }
  return (
    <ul aria-live="polite" className="flex flex-col gap-2">
      {asked.map(({ account, code, link, receivedAt, isVerified }) => (
        <li key={receivedAt + link}>
          <Banner
            kind={isVerified ? "success" : "warning"}
            title={`Gmail asks to confirm forwarding${account === null ? "" : ` from ${account}`}`}
            action={
              <ButtonLink
                href={link}
                target="_blank"
                rel="noreferrer"
                size="sm"
                icon={<ExternalLink size={14} aria-hidden />}
              >
                Confirm at Google
              </ButtonLink>
            }
          >
            <p>
              {code !== null && (
                <>
                  Confirmation code: <code className="font-mono font-semibold">{code}</code> ·{" "}
                </>
              )}
              <RelativeTime at={receivedAt} smallest="minute" />
            </p>
            {!isVerified && (
              <p>We cannot be sure that Google sent this. Confirm it only if you have just asked for it.</p>
            )}
          </Banner>
        </li>
      ))}
    </ul>
  );
}

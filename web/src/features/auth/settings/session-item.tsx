import type { SessionList } from "@deskhand/contract/account";
import { Monitor, Smartphone } from "lucide-react";
import { formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";

interface SessionItemProps {
  session: SessionList["items"][number];
  isEnding: boolean;
  disabled: boolean;
  onEnd: () => void;
}

/** One device that somebody is signed in on. */
export function SessionItem({ session, isEnding, disabled, onEnd }: SessionItemProps) {
  const { device, isHandheld, ip, createdAt, lastUsedAt, isCurrent } = session;
  const Icon = isHandheld ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 px-3.5 py-3">
      <Icon size={18} aria-hidden className="shrink-0 text-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="truncate">{device}</span>
          {isCurrent && <Badge tone="green">This device</Badge>}
        </p>
        <p className="text-soft text-xs">
          {isCurrent ? "Active now" : <RelativeUse at={lastUsedAt} />}
          {ip !== null && (
            <>
              {" · "}
              <span className="break-anywhere font-mono">{ip}</span>
            </>
          )}
        </p>
        <p className="text-soft text-xs">Signed in {formatDateTime(createdAt)}</p>
      </div>
      {!isCurrent && (
        <Button
          size="sm"
          disabled={disabled}
          busy={isEnding}
          busyText="Signing out..."
          aria-label={`Sign out ${device}, signed in ${formatDateTime(createdAt)}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function RelativeUse({ at }: { at: string }) {
  return (
    <>
      Last used: <RelativeTime at={at} smallest="minute" />
    </>
  );
}

import { messageFrameUrl } from "@deskhand/contract/pages";
import { type SyntheticEvent, useState } from "react";
import { Checkbox } from "../../../../ui/checkbox.tsx";

const MOST_PX = 640;

/**
 * Nothing in the frame may run, send forms or lead the desk elsewhere. Its own origin is what lets the mail's inline images
 * load, which are for signed-in staff only; links open beside the desk.
 */
const SANDBOX = "allow-same-origin allow-popups allow-popups-to-escape-sandbox";

function fitHeight({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  const height = frame.contentDocument?.documentElement.scrollHeight;
  if (height !== undefined) frame.style.height = `${Math.min(height + 2, MOST_PX)}px`;
}

/** A mail as its sender laid it out, in a frame that can run nothing; remote images only when asked for. */
export function MailFrame({ messageId, authorName }: { messageId: string; authorName: string }) {
  const [showsRemote, setShowsRemote] = useState(false);
  return (
    <div className="flex flex-col gap-1.5">
      <Checkbox
        label="Show remote images"
        className="text-xs"
        checked={showsRemote}
        onChange={(event) => setShowsRemote(event.target.checked)}
      />
      <iframe
        title={`Message from ${authorName} as HTML`}
        src={messageFrameUrl(messageId, showsRemote)}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        onLoad={fitHeight}
        className="block h-60 w-full rounded-control border border-line bg-white"
      />
    </div>
  );
}

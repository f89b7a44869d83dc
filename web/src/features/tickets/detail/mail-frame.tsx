import { messageFrameUrl } from "@deskhand/contract/pages";
import { useState } from "react";
import { Checkbox } from "../../../ui/checkbox.tsx";

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
        sandbox=""
        referrerPolicy="no-referrer"
        className="block h-90 min-h-30 w-full resize-y overflow-auto rounded-control border border-line bg-white"
      />
    </div>
  );
}

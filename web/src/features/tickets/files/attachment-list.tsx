import type { Attachment } from "@deskhand/contract/messages";
import { useState } from "react";
import { later } from "../../../ui/later.tsx";
import { AttachmentChip } from "./attachment-chip.tsx";
import { AttachmentThumb } from "./attachment-thumb.tsx";
import { previewKind } from "./preview-kind.ts";

const AttachmentViewer = later(() =>
  import("./attachment-viewer.tsx").then(({ AttachmentViewer }) => AttachmentViewer),
);

/** The files of a message: pictures as thumbnails, all others by name; each with its size, to look at or to download. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const [openId, setOpenId] = useState<string | null>(null);
  // Pictures that the server or the browser would not show after all.
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());

  const kindOf = (attachment: Attachment) => (hidden.has(attachment.id) ? null : previewKind(attachment));
  const pictures = attachments.filter((one) => kindOf(one) === "image");
  const others = attachments.filter((one) => kindOf(one) !== "image");
  const viewable = [...pictures, ...others.filter((one) => kindOf(one) === "pdf")];

  return (
    <>
      <ul aria-label="Attachments" className="flex flex-wrap gap-1.5">
        {pictures.map((attachment) => (
          <AttachmentThumb
            key={attachment.id}
            attachment={attachment}
            onOpen={() => setOpenId(attachment.id)}
            onBroken={() => setHidden((before) => new Set(before).add(attachment.id))}
          />
        ))}
        {others.map((attachment) => (
          <AttachmentChip
            key={attachment.id}
            attachment={attachment}
            onOpen={kindOf(attachment) === "pdf" ? () => setOpenId(attachment.id) : undefined}
          />
        ))}
      </ul>
      {openId !== null && (
        <AttachmentViewer attachments={viewable} openId={openId} onSelect={setOpenId} onClose={() => setOpenId(null)} />
      )}
    </>
  );
}

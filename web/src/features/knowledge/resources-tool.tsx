import { BookOpen } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { ToolButton } from "../../ui/button.tsx";
import { loadLater } from "../../ui/load-later.tsx";

const ResourcePicker = loadLater(() => import("./resource-picker.tsx").then(({ ResourcePicker }) => ResourcePicker));

/** The 'Agent Resources' button; a chosen resource is attached to the reply. */
export function ResourcesTool({ resources, attachResource, focus, isSending }: ReplyDraft) {
  const [isOpen, setOpen] = useState(false);
  // When the server responds, the reply may have a newer callback.
  const attach = useRef(attachResource);
  attach.current = attachResource;

  return (
    <>
      <ToolButton
        label="Agent Resources"
        icon={<BookOpen size={15} aria-hidden />}
        disabled={isSending}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <ResourcePicker
          attachedIds={resources.map(({ id }) => id)}
          onAttach={({ id, title, fileType, fileName, isPublic }, block) => {
            const goesAlong = fileName !== null && !isPublic;
            attach.current({ id, title, fileType, ...(goesAlong && { fileName }) }, block);
            // The closing dialog returns the focus to its button first.
            flushSync(() => setOpen(false));
            focus();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

import { useEffect } from "react";
import type { ComposerTools, ReplyDraft } from "../entities/ticket/reply-draft.ts";
import { CannedResponsesTool } from "../features/canned-responses/canned-responses-tool.tsx";
import { ResourcesTool } from "../features/knowledge/resources-tool.tsx";
import { MailPreviewFold } from "../features/outgoing/reply-preview/mail-preview-fold.tsx";
import { PolishButton } from "../features/polish/polish-button.tsx";
import { loadLater } from "../ui/load-later.tsx";

const QuickPicker = loadLater(() =>
  import("../features/canned-responses/quick-picker.tsx").then(({ QuickPicker }) => QuickPicker),
);
const OpenPlaceholders = loadLater(() =>
  import("./open-placeholders.tsx").then(({ OpenPlaceholders }) => OpenPlaceholders),
);

/** What other features bring to the composer of a ticket: they are made without it, and it without them. */
export const composerTools: ComposerTools = {
  buttons: (draft) => <ReplyTools draft={draft} />,
  preview: ({ focus, ...mail }) => <MailPreviewFold {...mail} onWriteOn={focus} />,
  quickPicker: (draft, close) => (
    <QuickPicker draft={draft} onWrite={(text) => draft.replaceText(text, "")} onClose={close} />
  ),
};

/** The tools of the composer, in their order. */
function ReplyTools({ draft }: { draft: ReplyDraft }) {
  // What is typed after `/` is for the picker: it must be there at once.
  useEffect(QuickPicker.preload, []);
  return (
    <>
      <PolishButton {...draft} />
      <CannedResponsesTool {...draft} />
      <ResourcesTool {...draft} />
      {draft.text.includes("{{") && <OpenPlaceholders {...draft} />}
    </>
  );
}

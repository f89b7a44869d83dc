import { FileNotices } from "../../files/file-notices.tsx";
import { MovedOnNotice } from "./moved-on-notice.tsx";
import { ReplyNotice } from "./reply-notice.tsx";
import { SendQuestion } from "./send-question.tsx";
import type { Composer } from "./use-composer.ts";

/** All that is to be said about sending the reply, above it. */
export function ComposerNotices({ composer }: { composer: Composer }) {
  const { outcome, failure, toFillIn, newMessages, fileNotices, send, dismiss } = composer;
  return (
    <>
      <ReplyNotice outcome={outcome} error={failure} onDismiss={dismiss} />
      {toFillIn !== null && (
        <SendQuestion placeholders={toFillIn} onSendAnyway={() => send(false, true)} onDismiss={dismiss} />
      )}
      {newMessages !== null && (
        <MovedOnNotice
          newMessages={newMessages}
          onSendAnyway={() => send(true)}
          onReview={composer.review}
          onDismiss={dismiss}
        />
      )}
      <FileNotices notices={fileNotices} onDismiss={composer.dismissFileNotices} />
    </>
  );
}

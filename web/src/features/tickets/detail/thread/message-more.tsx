import type { Message } from "@deskhand/contract/messages";
import { useState } from "react";
import { MailFrame } from "./mail-frame.tsx";
import { OriginalText } from "./original-text.tsx";
import { QuietToggle } from "./quiet-toggle.tsx";

/** What a mail holds beyond its text in the thread: the history it quoted, its HTML. */
export function MessageMore({ message }: { message: Message }) {
  const [showsOriginal, setShowsOriginal] = useState(false);
  const [showsHtml, setShowsHtml] = useState(false);
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        {(message.hasQuote || message.isCut) && (
          <QuietToggle isOpen={showsOriginal} onClick={() => setShowsOriginal(!showsOriginal)}>
            {message.hasQuote ? "··· earlier messages" : "··· whole message"}
          </QuietToggle>
        )}
        {message.hasHtml && (
          <QuietToggle isOpen={showsHtml} onClick={() => setShowsHtml(!showsHtml)}>
            {showsHtml ? "Hide HTML" : "Show HTML"}
          </QuietToggle>
        )}
      </div>
      {showsOriginal && <OriginalText message={message} />}
      {showsHtml && <MailFrame messageId={message.id} authorName={message.authorName} />}
    </>
  );
}

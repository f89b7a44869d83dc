import type { Message } from "@deskhand/contract/messages";
import { messageFrameUrl } from "@deskhand/contract/pages";
import type { FoldedPart } from "@deskhand/contract/vocabulary";
import { skipToken, useQuery } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { api } from "../../../../lib/api.ts";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { Checkbox } from "../../../../ui/form/checkbox.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { earlierText, MessageText, QuietToggle } from "./message-text.tsx";

/** Which version of a message is shown. */
type MessageVersion = "words" | "html" | "other text";

/** A message's text, or its HTML or differing plain text instead, with folded parts such as quoted history below. */
export function MessageMore({ message, children }: { message: Message; children: (text: string) => ReactNode }) {
  const [showsOriginal, setShowsOriginal] = useState(false);
  const [version, setVersion] = useState<MessageVersion>("words");
  const toggle = (one: MessageVersion) => () => setVersion(version === one ? "words" : one);
  // A cut message continues in place; folded parts follow below it.
  const goesOn = message.isCut && showsOriginal;
  const whole = useOriginal(message, goesOn);
  const isCutUp = message.folded !== null || (message.isCut && message.enclosed?.isInstead !== true);
  return (
    <>
      {version === "words" && children((goesOn ? whole.data?.text : undefined) ?? message.content)}
      {version === "html" && <MailFrame messageId={message.id} authorName={message.authorName} />}
      {version === "other text" && <OtherText message={message} />}
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {version === "words" && isCutUp && (
          <QuietToggle isOpen={showsOriginal} onClick={() => setShowsOriginal(!showsOriginal)}>
            {message.folded === null ? "··· whole message" : foldedWords[message.folded]}
          </QuietToggle>
        )}
        {message.hasHtml && (
          <QuietToggle isOpen={version === "html"} onClick={toggle("html")}>
            {version === "html" ? "Hide HTML" : "Show HTML"}
          </QuietToggle>
        )}
        {message.hasOtherText && (
          <QuietToggle isOpen={version === "other text"} onClick={toggle("other text")}>
            {version === "other text" ? "Hide plain text" : "Plain text says otherwise"}
          </QuietToggle>
        )}
      </div>
      {goesOn && version === "words" && whole.error !== null && (
        <FailureLine error={whole.error} onRetry={() => void whole.refetch()} />
      )}
      {showsOriginal && !goesOn && version === "words" && <OriginalText message={message} />}
    </>
  );
}

/** Labels of the folded parts. */
const foldedWords: Record<FoldedPart, string> = {
  history: "··· earlier messages",
  signature: "··· signature",
  both: "··· signature and earlier messages",
  rest: "··· rest of the mail",
};

/** Fetches the original message once it is requested. */
function useOriginal({ id, ticketId }: Message, isAsked = true) {
  return useQuery(
    api.messages.getOriginal.queryOptions({
      input: isAsked ? { ticketId, id } : skipToken,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
}

/** The part of a mail that the thread leaves out, such as quoted history. */
function OriginalText({ message }: { message: Message }) {
  const { data, error, refetch } = useOriginal(message);
  if (error !== null) return <FailureLine error={error} onRetry={() => void refetch()} />;
  return (
    <div className="border-edge border-l-2 pl-3 text-sm text-soft">
      {data === undefined ? (
        <Skeleton className="h-10 w-full" />
      ) : (
        <MessageText text={earlierText(data.text, message.content)} />
      )}
    </div>
  );
}

/** A mail's plain text where it differs from its HTML. */
function OtherText({ message }: { message: Message }) {
  const { data, error, refetch } = useOriginal(message);
  if (error !== null) return <FailureLine error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-10 w-full" />;
  return <MessageText label="Plain text:" text={data.otherText ?? ""} />;
}

/** Higher than any mail meant to be read. */
const MAX_HEIGHT_PX = 20_000;
/** How often a frame may grow: a mail sized by its own frame would grow forever. */
const MAX_GROWTHS = 12;

/**
 * Nothing in the frame may run, submit forms or navigate the desk. Its own origin lets the mail's inline images load,
 * which only signed-in staff may fetch; links open in a new tab.
 */
const SANDBOX = "allow-same-origin allow-popups allow-popups-to-escape-sandbox";

/** Fits a frame's height to its mail, again when images load or the window narrows. */
function fitHeight({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  const page = frame.contentDocument?.documentElement;
  if (!page) return;
  let steps = 0;
  function fit() {
    const height = Math.min((page?.scrollHeight ?? 0) + 2, MAX_HEIGHT_PX);
    if (height <= frame.clientHeight + 2 && steps > 0) return;
    if (steps++ < MAX_GROWTHS) frame.style.height = `${height}px`;
  }
  fit();
  const observer = new ResizeObserver(fit);
  observer.observe(page);
  observer.observe(page.querySelector("body") ?? page);
}

/** Shows a mail's HTML in a frame that runs no scripts; remote images load only on request. */
function MailFrame({ messageId, authorName }: { messageId: string; authorName: string }) {
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

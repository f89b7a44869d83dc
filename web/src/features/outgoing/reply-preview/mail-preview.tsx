import { namedAddress } from "@deskhand/contract/addresses/named-address";
import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { trimWritten } from "@deskhand/contract/desk/trim-written";
import { limits } from "@deskhand/contract/limits";
import type { Mailbox, Recipients } from "@deskhand/contract/recipients";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { mailboxText } from "../../../entities/person/mailbox-words.ts";
import { api } from "../../../lib/api.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { PreviewFrame } from "../../../screens/preview-frame.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

const PAUSE_MS = 300;

/** The reply or forward to preview. */
export interface PreviewedReply {
  ticketId: string;
  text: string;
  recipients: Recipients & { answersId: string | null };
  /** The forwarded messages, below its text; absent for a reply. */
  forwards?: readonly string[];
}

const shownOnce = { placeholderData: keepPreviousData, gcTime: 0, retry: false } as const;

/** The mail as it would leave now: recipients, subject and content. */
export function MailPreview({ ticketId, text, recipients, forwards }: PreviewedReply) {
  const content = trimWritten(useDebounced(text, PAUSE_MS));
  const { to, cc, bcc, answersId } = recipients;
  // A forward needs no text of its own.
  const isBlank = forwards === undefined ? content === "" : forwards.length === 0;
  const isTooLong = content.length > limits.replyLength;
  const isToNobody = recipients.to.length === 0;
  const enabled = !isBlank && !isTooLong && !isToNobody;
  const mail = { ticketId, content, recipients: { to, cc, bcc } };
  const reply = useQuery(
    api.messages.preview.queryOptions({
      input: { ...mail, ...(answersId !== null && { answersId }) },
      ...shownOnce,
      enabled: enabled && forwards === undefined,
    }),
  );
  const forward = useQuery(
    api.messages.previewForward.queryOptions({
      input: { ...mail, messageIds: [...(forwards ?? [])] },
      ...shownOnce,
      enabled: enabled && forwards !== undefined,
    }),
  );
  const { data, error, refetch, isRefetching } = forwards === undefined ? reply : forward;
  if (isBlank && forwards !== undefined)
    return <p className="p-3 text-sm text-soft">Choose what to forward, and the mail shows here.</p>;
  if (isBlank) return <p className="p-3 text-sm text-soft">The mail shows here as you type.</p>;
  if (isTooLong) return <p className="p-3 text-sm text-soft">This is too long for a preview.</p>;
  if (isToNobody) return <p className="p-3 text-sm text-soft">Choose who gets it, and the mail shows here.</p>;
  return (
    <>
      <FailureBanner
        error={error}
        title="The preview could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
        className="m-3"
      />
      {data === undefined
        ? error === null && <Skeleton className="h-40 w-full" />
        : error === null && (
            <>
              {/* In a low window they flow in one paragraph and leave the mail its space. */}
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 py-2 text-sm *:break-anywhere low:block low:max-h-16 low:overflow-y-auto low:text-xs low:*:inline lowest:max-h-9 lowest:py-1 low:[&>dd]:mr-3 low:[&>dt]:mr-1.5">
                <Line name="From" text={namedAddress({ ...data.from, email: data.from.address }, shownAddress)} />
                <People name="To" people={data.to} />
                <People name="Cc" people={data.cc} />
                <People name="Bcc" people={data.bcc} />
                <Line name="Subject" text={data.subject} />
                {answersId !== null && (
                  <Line
                    name="Quoted"
                    text={
                      data.isQuoted
                        ? "The message that you answer is quoted below"
                        : "The message that you answer is not quoted"
                    }
                  />
                )}
              </dl>
              <PreviewFrame html={data.html} title="Preview of the mail" minHeight={200} className="mx-auto w-150" />
            </>
          )}
    </>
  );
}

function People({ name, people }: { name: string; people: readonly Mailbox[] }) {
  return people.length > 0 && <Line name={name} text={people.map(mailboxText).join(", ")} />;
}

function Line({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </>
  );
}

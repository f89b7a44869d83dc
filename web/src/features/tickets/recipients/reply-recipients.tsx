import { limits } from "@deskhand/contract/limits";
import type { AnswerMode } from "@deskhand/contract/recipients";
import { Reply, ReplyAll } from "lucide-react";
import type { ReactNode } from "react";
import { customerLabel } from "../../../entities/customer/customer-label.ts";
import { namesOf } from "../../../entities/person/mailbox-words.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { cx } from "../../../ui/cx.ts";
import { RecipientRows } from "./recipient-rows.tsx";
import type { ReplyRecipients } from "./use-recipients.ts";

interface ReplyRecipientsProps {
  recipients: ReplyRecipients;
  isSending: boolean;
  /** Whether sending was attempted without recipients. */
  showsFault: boolean;
  onLeave: () => void;
}

/**
 * The reply's recipients and the message it answers, above its text (docs/product.md#choosing-whom-an-answer-goes-to).
 */
export function ReplyRecipientsArea({ recipients, isSending, showsFault, onLeave }: ReplyRecipientsProps) {
  const { chosen, isOwn, newcomers, isChoice, isEarlier, fault } = recipients;
  // While nobody is chosen, the fault is shown only after an attempt to send.
  const hasAny = chosen.to.length + chosen.cc.length + chosen.bcc.length > 0;
  return (
    <div className="-mt-0.5 flex flex-col gap-1">
      {recipients.channel.answers === null ? (
        <RecipientRows
          recipients={chosen}
          isOwn={isOwn}
          isKnown={recipients.isKnown}
          newcomers={newcomers}
          namesakes={recipients.namesakes}
          isReadOnly={isSending}
          offers="above"
          news={recipients.news}
          fault={showsFault || hasAny ? fault : null}
          onChange={recipients.edit}
          onLeave={onLeave}
          aside={
            isChoice && (
              <ModeSwitch
                mode={chosen.mode}
                isDisabled={isSending}
                onMode={(mode) => {
                  recipients.setMode(mode);
                  onLeave();
                }}
              />
            )
          }
        />
      ) : (
        <p className="text-soft text-sm">{recipients.channel.answers}</p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 text-xs empty:hidden">
        {recipients.madeOver !== null && (
          <CustomerChanged recipients={recipients} isSending={isSending} onLeave={onLeave} />
        )}
        {recipients.crowd !== null && (
          <p role="status" className="text-soft">
            All would be {recipients.crowd} people, and a mail can go to {limits.recipientsPerMail}.
          </p>
        )}
        {isEarlier && <EarlierAnswered recipients={recipients} isSending={isSending} onLeave={onLeave} />}
        {recipients.withoutIt.length > 0 && (
          <p role="status" className="text-amber break-anywhere">
            <bdi>{namesOf(recipients.withoutIt)}</bdi> did not get the message that you answer. It is not quoted.
          </p>
        )}
      </div>
    </div>
  );
}

type HintProps = Pick<ReplyRecipientsProps, "recipients" | "isSending" | "onLeave">;

/** Says that the ticket's customer changed meanwhile, and whether the reply goes to the new one. */
function CustomerChanged({ recipients, isSending, onLeave }: HintProps) {
  const { madeOver } = recipients;
  if (madeOver === null) return null;
  const name = customerLabel({ ...madeOver, customerId: madeOver.customer.id });
  return (
    <div role="status" className="flex min-w-0 items-center gap-1.5 text-amber">
      <span className="min-w-0 break-anywhere">
        The ticket is of <bdi>{name}</bdi> now, {madeOver.isOnIt ? "whom this goes to." : "who is not on this."}
      </span>
      {!madeOver.isOnIt && (
        <AnswerNewest recipients={recipients} isSending={isSending} onLeave={onLeave}>
          Write to <bdi>{name}</bdi>
        </AnswerNewest>
      )}
    </div>
  );
}

/** Says that an older message is answered, and leads back to the newest. */
function EarlierAnswered({ recipients, isSending, onLeave }: HintProps) {
  const { answered } = recipients;
  return (
    <div role="status" className="flex min-w-0 items-center gap-1.5 text-soft">
      <span className="min-w-0 break-anywhere">
        {answered === undefined ? (
          "Answering an earlier message"
        ) : (
          <>
            Answering <bdi>{answered.authorName}</bdi>'s message of {formatDateTime(answered.createdAt)}
          </>
        )}
      </span>
      <AnswerNewest recipients={recipients} isSending={isSending} onLeave={onLeave}>
        Answer the newest
      </AnswerNewest>
    </div>
  );
}

function AnswerNewest({ recipients, isSending, onLeave, children }: HintProps & { children: ReactNode }) {
  return (
    <button
      type="button"
      disabled={isSending}
      onClick={() => {
        recipients.answerNewest();
        onLeave();
      }}
      className="h-6 shrink-0 rounded-tag px-1.5 text-accent hover:bg-hover touch:-my-2"
    >
      {children}
    </button>
  );
}

const modes = [
  { mode: "reply", label: "Reply", Icon: Reply },
  { mode: "reply-all", label: "Reply all", Icon: ReplyAll },
] as const;

interface ModeSwitchProps {
  /** Null if the recipients were edited by hand. */
  mode: AnswerMode | null;
  isDisabled: boolean;
  onMode: (mode: AnswerMode) => void;
}

/** Switches between answering the sender and everybody on the message. */
function ModeSwitch({ mode, isDisabled, onMode }: ModeSwitchProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, not the fields of a form.
    <div role="group" aria-label="Answer to" className="flex h-6 items-center rounded-tag border border-line bg-canvas">
      {modes.map(({ mode: each, label, Icon }) => (
        <button
          key={each}
          type="button"
          title={label}
          aria-label={label}
          aria-pressed={mode === each}
          disabled={isDisabled}
          onClick={() => onMode(each)}
          className="flex items-center touch:-my-2 touch:justify-center"
        >
          <span
            aria-hidden
            className={cx(
              "flex h-5.5 items-center gap-1 rounded-tag px-1.5 text-xs touch:px-3",
              mode === each ? "bg-hover text-ink" : "text-soft hover:text-ink",
            )}
          >
            <Icon size={12} />
            <span className="max-sm:hidden">{label}</span>
          </span>
        </button>
      ))}
    </div>
  );
}

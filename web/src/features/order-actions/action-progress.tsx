import { isUnderWay } from "@deskhand/contract/actions/action-kinds";
import type { OrderAction, OrderActionResult } from "@deskhand/contract/actions/action-parts";
import { type ReactNode, useEffect, useRef } from "react";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Pill } from "../../ui/pill.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { bothText, stateWords } from "./action-words.ts";
import { AnswerWith } from "./answer-with.tsx";
import { useAction, useDecide } from "./use-action.ts";
import { useForgetLook } from "./use-order-look.ts";

interface ActionProgressProps {
  title: ReactNode;
  action: OrderAction;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** How far an action is, and what Shopify said. It goes on when the dialog is closed. */
export function ActionProgress({ title, action: first, onClose, returnFocusTo }: ActionProgressProps) {
  const action = useAction(first);
  const forgetLook = useForgetLook(action.orderId);
  const { lookAgain } = useDecide();
  const close = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => close.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was looked at is outdated with each step.
  useEffect(() => void forgetLook(), [action.state]);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          {action.state === "unknown" && (
            <Button
              busy={lookAgain.isPending}
              busyText="Looking..."
              onClick={() => lookAgain.mutate({ id: action.id })}
            >
              Look again
            </Button>
          )}
          <Button ref={close} variant={isUnderWay(action.state) ? "secondary" : "primary"} onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FailureBanner error={lookAgain.error} onDismiss={lookAgain.reset} />
        <ActionState action={action} />
        {action.state === "done" && action.ticketId !== null && (
          <AnswerWith kind={action.kind} ticketId={action.ticketId} orderName={action.orderName} onClose={onClose} />
        )}
        {isUnderWay(action.state) && (
          <p className="text-soft">You can close this: it goes on, and the ticket says what became of it.</p>
        )}
      </div>
    </Dialog>
  );
}

/** An action's sentence, its state, and what Shopify or a colleague said. */
export function ActionState({ action }: { action: OrderAction }) {
  const { words, state, answer, word, result } = action;
  const { label, tone, says } = stateWords[state];
  return (
    <div role="status" className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-2">
        <Pill tone={tone} pulsing={isUnderWay(state)}>
          {label}
        </Pill>
        <span className="min-w-0 font-medium break-anywhere">{words}</span>
      </p>
      {(answer === null || (state !== "done" && state !== "refused")) && <p className="text-soft">{says}</p>}
      {answer !== null && (
        <p className="break-anywhere">
          <bdi>{answer}</bdi>
        </p>
      )}
      {word !== null && (
        <p className="break-anywhere">
          “<bdi>{word}</bdi>”
        </p>
      )}
      {result !== null && <Result result={result} isSaid={answer !== null} />}
    </div>
  );
}

/** What came of an action; Shopify's answer says what was refunded, as long as it is kept. */
function Result({ result: { refunded, draft }, isSaid }: { result: OrderActionResult; isSaid: boolean }) {
  return (
    <>
      {refunded !== null && !isSaid && <p>Refunded: {bothText(refunded)}</p>}
      {draft !== null && (
        <p className="flex flex-wrap gap-x-3 gap-y-1 break-anywhere">
          <span>
            Draft <bdi>{draft.name}</bdi>, {bothText(draft.total)}
            {draft.isInvoiceSent ? ", invoice sent" : ""}
          </span>
          {draft.adminUrl !== null && (
            <TextLink href={draft.adminUrl} target="_blank" rel="noreferrer">
              View in Shopify
            </TextLink>
          )}
          {draft.invoiceUrl !== null && (
            <TextLink href={draft.invoiceUrl} target="_blank" rel="noreferrer">
              Where the customer pays
            </TextLink>
          )}
        </p>
      )}
    </>
  );
}

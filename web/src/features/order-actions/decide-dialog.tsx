import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type { OrderAction } from "@deskhand/contract/actions/action-parts";
import { isDefinedError } from "@orpc/client";
import { useState } from "react";
import { type CallError, fieldFailures } from "../../lib/failure.ts";
import { formatDateTime } from "../../lib/format.ts";

import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useLeaving } from "../../screens/use-leaving.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/card.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Textarea } from "../../ui/form/textarea.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { aboveText, bothText, differenceText } from "./action-words.ts";
import { useDecide } from "./use-action.ts";

/** A colleague's request: what would be done, why it is asked for, and the decision. */
export function DecideDialog({ action, onClose }: { action: OrderAction; onClose: () => void }) {
  const { id, words, by, why, above, money, endsAt } = action;
  const [isDeclining, setDeclining] = useState(false);
  const [word, setWord] = useState("");
  const { approve, decline } = useDecide();
  const leaving = useLeaving("answer", word.trim() !== "", onClose);
  const fault = fieldFailures(decline.error).word?.join(". ");
  const isBusy = approve.isPending || decline.isPending;

  return (
    <>
      <Dialog
        size="sm"
        title={isDeclining ? "Decline" : "Approve or decline"}
        onClose={leaving.close}
        footer={
          isDeclining ? (
            <>
              <Button disabled={isBusy} onClick={() => setDeclining(false)}>
                Back
              </Button>
              <Button
                variant="primary"
                busy={decline.isPending}
                busyText="Declining..."
                onClick={() => decline.mutate({ id, word }, { onSuccess: onClose })}
              >
                Decline
              </Button>
            </>
          ) : (
            <>
              <Button disabled={isBusy} onClick={() => setDeclining(true)}>
                Decline...
              </Button>
              <Button
                variant="primary"
                busy={approve.isPending}
                busyText="Approving..."
                onClick={() => approve.mutate({ id }, { onSuccess: onClose })}
              >
                {money === null ? "Approve" : `Approve ${bothText(money)}`}
              </Button>
            </>
          )
        }
      >
        <div className="flex flex-col gap-3">
          <Refusal error={isDeclining ? (fault === undefined ? decline.error : null) : approve.error} />
          <p className="font-medium break-anywhere">{words}</p>
          {isDeclining ? (
            <Field label={`Why not? ${by.name} reads this`} required error={fault}>
              {(control) => (
                <Textarea
                  {...control}
                  autoFocus
                  rows={3}
                  maxLength={actionLimits.approvalWordLength}
                  value={word}
                  onChange={({ target }) => {
                    setWord(target.value);
                    if (decline.error !== null) decline.reset();
                  }}
                />
              )}
            </Field>
          ) : (
            <Facts>
              <Fact name="Asked by">
                <bdi>{by.name}</bdi>
              </Fact>
              <Fact name="Why">
                <bdi>{why ?? "—"}</bdi>
              </Fact>
              {above !== null && <Fact name="Limit">{aboveText(above)}</Fact>}
              {money !== null && <Fact name="To the customer">{bothText(money)}</Fact>}
              {endsAt !== null && <Fact name="Can be approved until">{formatDateTime(endsAt)}</Fact>}
            </Facts>
          )}
        </div>
      </Dialog>
      {leaving.question}
    </>
  );
}

/** Why a decision was refused; with what changed of the order, if that is why. */
function Refusal({ error }: { error: CallError | null }) {
  if (!isDefinedError(error) || error.code !== "order_changed_meanwhile") {
    return <FailureBanner error={error} title="It was not decided" />;
  }
  return (
    <Banner kind="warning" title="The order changed since this was asked for, so nothing was done">
      <ul>
        {error.data.changes.map((difference) => (
          <li key={difference.what}>{differenceText(difference)}</li>
        ))}
      </ul>
    </Banner>
  );
}
